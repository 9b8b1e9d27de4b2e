// A Go program that draws in much of the standard library: reflection, closures, goroutines, maps, formatting.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"sort"
	"strings"
)

type entry struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

func count(text string) []entry {
	counts := map[string]int{}
	for _, word := range regexp.MustCompile(`\w+`).FindAllString(strings.ToLower(text), -1) {
		counts[word]++
	}
	entries := make([]entry, 0, len(counts))
	for name, number := range counts {
		entries = append(entries, entry{name, number})
	}
	sort.Slice(entries, func(left, right int) bool { return entries[left].Count > entries[right].Count })
	return entries
}

func main() {
	http.HandleFunc("/", func(writer http.ResponseWriter, request *http.Request) {
		_ = json.NewEncoder(writer).Encode(count(request.URL.RawQuery))
	})
	if len(os.Args) > 1 {
		fmt.Println(count(strings.Join(os.Args[1:], " ")))
		return
	}
	fmt.Fprintln(os.Stderr, http.ListenAndServe("127.0.0.1:0", nil))
}
