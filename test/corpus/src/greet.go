// A small command with flags, goroutines and an error path.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"
)

type greeter struct {
	prefix string
	loud   bool
}

var errNobody = errors.New("there is nobody to greet")

func (g greeter) greet(name string) (string, error) {
	if name == "" {
		return "", errNobody
	}
	text := g.prefix + ", " + name
	if g.loud {
		text = strings.ToUpper(text) + "!"
	}
	return text, nil
}

func main() {
	prefix := flag.String("prefix", "good morning", "what to say first")
	loud := flag.Bool("loud", false, "say it in capitals")
	flag.Parse()
	g := greeter{prefix: *prefix, loud: *loud}
	var group sync.WaitGroup
	for _, name := range flag.Args() {
		group.Add(1)
		go func() {
			defer group.Done()
			text, err := g.greet(name)
			if err != nil {
				fmt.Fprintln(os.Stderr, "greet:", err)
				os.Exit(1)
			}
			fmt.Println(text)
		}()
	}
	group.Wait()
}
