/** What makes a string worth a place on the first page. */

/** Bytes that a text has or lacks: a cheap test before a pattern. */
export const FEATURE = { slash: 1, colon: 2, dot: 4, at: 8, digit: 16, dash: 32, space: 64, upper: 128 } as const;

export interface StringRule {
  readonly reason: string;
  readonly pattern: RegExp;
  /** Sum of `FEATURE`: every text that fits has them all. */
  readonly needs: number;
  /** Sum of `FEATURE`: no text that fits has any. */
  readonly lacks?: number;
  /**
   * Three characters each, of which every text that fits has one, in either case: `^` is the start of the text, a
   * space any white space, 0 any digit, and `/` any character but those, letters, `-` and `_`.
   */
  readonly words?: string;
  /** Fitting texts that tell little: they come after everything else. */
  readonly noise?: RegExp;
}

const { slash, colon, dot, at, digit, dash, space, upper } = FEATURE;

/** Most telling first; a text counts for the first rule that it fits. */
export const STRING_RULES: readonly StringRule[] = [
  {
    reason: "key material",
    needs: dash | upper,
    words: "--b|sh-",
    pattern: /-----BEGIN [A-Z0-9 ]+-----|\bssh-(?:rsa|ed25519|dss) AAAA/u,
  },
  {
    reason: "access token",
    needs: upper | digit,
    words: "aki|hp_|ho_|hu_|hs_|hr_|xox|eyj",
    pattern: /\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{36}\b|\bxox[abp]-\d+-|\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\./u,
  },
  {
    reason: "remote command or persistence",
    needs: slash,
    words: "v/t|v/u|c/s|c/l|c/r|c/c|/au|p//|f/m|f/e|d/m|d/e|tum|/sh| sh|bas|0//",
    pattern:
      /\/dev\/(?:tcp|udp)\/|\/etc\/(?:shadow|sudoers|ld\.so\.preload|rc\.local|cron|crontab)\b|\.ssh\/authorized_keys|\/tmp\/\.\w|\/proc\/(?:self|%d)\/(?:mem|exe)\b|\bstratum\+tcp:|\|\s*(?:ba)?sh\b|>\s*\/dev\/null 2>&1/u,
  },
  {
    reason: "attack tool or technique",
    needs: 0,
    words: "xmr|mik|rpr|cob|syb|rev|ylo|otk|nso|kdo|otn|nc |e00|y -|chm|pta|nsm|d_p",
    pattern:
      /\b(?:xmrig|mimikatz|meterpreter|cobalt ?strike|busybox [A-Z]{4,}|reverse[ _]shell|keylogger|rootkit|ransom(?:ware)?|backdoor|botnet|nc -[a-z]*e |base64 -d|history -c|chmod (?:\+x|777)|iptables -[A-Z]|insmod |LD_PRELOAD)\b/iu,
  },
  {
    reason: "URL",
    needs: slash | colon,
    pattern: /\b[a-z][a-z0-9+.-]{1,15}:\/\/[\w[][^\s"'<>]{3,}/iu,
    noise:
      /gnu\.org|fsf\.org|w3\.org|wikipedia\.org|translationproject\.org|debian\.org|ubuntu\.com|\bbugs?\b|licen[cs]e|xml|schema|github\.com|golang\.org|rust-lang\.org|example\.(?:com|org)|ietf\.org/iu,
  },
  {
    reason: "IP address",
    needs: dot | digit,
    words: "0/0",
    pattern: /(?<![\w.:-])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.-])/u,
    // Masks, the loopback, version numbers, and object identifiers, which start with 0, 1 or 2.
    noise: /\b(?:0|2|255|127)\.\d|\b1\.(?!1\.1\.1|0\.0\.1)\d|version|release/iu,
  },
  {
    reason: "e-mail address",
    needs: at | dot,
    pattern: /(?:^|[\s<(:,"'])[A-Za-z0-9][\w.+-]+@(?:[A-Za-z0-9-]{2,}\.)+[a-z]{2,10}(?![\w.-])/u,
    noise: /gnu\.org|debian\.org|\bbugs?\b|openssl\.org|openssh\.com|libssh\.org|example\./iu,
  },
  {
    reason: "HTTP request",
    needs: slash,
    words: "ttp|zil|r-a",
    pattern: /^(?:GET|POST|PUT|HEAD|CONNECT) \S+ HTTP\/|\bHTTP\/1\.[01]\b|Mozilla\/\d|^User-Agent: /u,
  },
  {
    reason: "SQL",
    needs: space | upper,
    words: "lec|nse|eat|ete",
    pattern: /\bSELECT\b.+\bFROM\b|\bINSERT (?:OR \w+ )?INTO\b|\bCREATE (?:TABLE|INDEX)\b|\bDELETE FROM\b/u,
  },
  {
    reason: "shell or program to run",
    needs: slash,
    words: "bin|sh ",
    pattern: /^\/(?:usr\/)?(?:local\/)?s?bin\/[\w.+-]+(?: .*)?$|\/bin\/(?:ba|da|z|k|c)?sh\b|\b(?:ba)?sh -c\b/u,
  },
  { reason: "usage text", needs: space | colon, words: "usa", pattern: /^\s*usage:\s/iu },
  {
    reason: "version",
    needs: digit | dot,
    words: "0/0",
    pattern:
      /\bversion:? v?\d+\.\d|\bv\d+\.\d+\.\d+\b|^[A-Za-z][\w+ -]{1,30}[ /-]v?\d+\.\d+(?:\.\d+)*[\w-]*(?: .{0,40})?$/iu,
    noise: /^(?:GLIBC|GCC|CXXABI|GLIBCXX|OPENSSL|TLSv|SSLv)/u,
  },
  {
    reason: "secret by name",
    needs: 0,
    words: "ssw|ssp|api|sec|iva|tok",
    pattern: /\b(?:passw(?:or)?d|passphrase|api[_-]?key|secret[_-]?key|private[_-]?key|access[_-]?token)\b/iu,
    noise: /\.(?:c|cc|cpp|h|rs|go|js|py)$/u,
  },
  {
    reason: "system file",
    needs: slash,
    words: "^/e|^/p|^/s|^/d|^/t|^/v|^/h|^/r|^/o|^/b|^/m",
    pattern: /^\/(?:etc|proc|sys|dev|tmp|var|home|root|run|opt|boot|mnt)\/[\w./%+@-]+$/u,
    noise: /^\/dev\/(?:null|zero|tty|u?random)$/u,
  },
  {
    reason: "domain name",
    needs: dot,
    lacks: slash | colon | at | space | upper,
    pattern:
      /^(?:[a-z0-9](?:[a-z0-9-]{0,40}[a-z0-9])?\.)+(?:com|net|org|io|info|biz|ru|cn|su|top|xyz|onion|dev|app|cloud|me|cc|tk)$/u,
    noise: /^\w+\.(?:app|dev|me|io|cc|info|top)$/u,
  },
  {
    reason: "file",
    needs: slash,
    words: "^/u|^/l|^/b|^/s",
    pattern: /^\/(?:usr|lib|lib64|bin|sbin|srv)\/[\w./%+@-]+$/u,
    noise: /\.(?:c|cc|cpp|cxx|h|hh|hpp|rs|go|S|s)$/u,
  },
  {
    reason: "error message",
    needs: space,
    words: "fai|can|uld|nab|eni|inv|leg|rru|fus|fat|nex|uns|rmi|emo",
    pattern:
      /\b(?:fail(?:ed|ure)|cannot|can't|could not|unable to|denied|invalid|illegal|corrupt(?:ed)?|refused|fatal|unexpected|unsupported|not permitted|out of memory)\b/iu,
  },
  { reason: "help text", needs: space | dash, words: "^--| --", pattern: /^\s+-\w,? +--[\w-]+|^\s*--[\w-]+[ =]/u },
  {
    reason: "source path",
    needs: slash | dot,
    lacks: colon | space,
    pattern: /^[\w./+@-]+\/[\w.+-]+\.(?:c|cc|cpp|cxx|h|hpp|rs|go|d|nim|zig|swift|f90|adb|pas|ml|hs)$/u,
    noise: /./u,
  },
];
