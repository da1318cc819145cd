const WHITE = /[\0\t\n\f\r ]/
const DELIMITER = /[\0\t\n\f\r ()<>[\]{}/%]/g

export interface NamesOf {
  names: Set<string>
  /** Where the bytes of a stream begin, if one follows. */
  stream: number | undefined
}

/**
 * The names in the source of a PDF up to the first stream, with their escapes resolved. Texts and comments are passed over: what stands
 * there is no name, but for objects that begin within them, which the caller hands in by themselves.
 * @param source bytes as letters of Latin-1
 */
export function namesIn(source: string): NamesOf {
  const names = new Set<string>()
  let at = 0
  while (at < source.length) {
    const letter = source[at] ?? ''
    if (letter === '%') at = endOfLine(source, at)
    else if (letter === '(') at = endOfText(source, at)
    else if (letter === '/') {
      const end = endOfWord(source, at + 1)
      names.add(unescaped(source.slice(at + 1, end)))
      at = end
    } else if (WHITE.test(letter) || '<>[]{})'.includes(letter)) at += 1
    else {
      const end = endOfWord(source, at)
      if (source.slice(at, end) === 'stream') return { names, stream: endOfBreak(source, end) }
      at = end
    }
  }
  return { names, stream: undefined }
}

function unescaped(name: string): string {
  return name.replace(/#([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
}

function endOfWord(source: string, start: number): number {
  DELIMITER.lastIndex = start
  return DELIMITER.exec(source)?.index ?? source.length
}

function endOfLine(source: string, start: number): number {
  for (let at = start; at < source.length; at++) if (source[at] === '\n' || source[at] === '\r') return at
  return source.length
}

/** Parentheses within a text come in pairs, unless a backslash is before them. */
function endOfText(source: string, start: number): number {
  let depth = 0
  for (let at = start; at < source.length; at++) {
    const letter = source[at]
    if (letter === '\\') at += 1
    else if (letter === '(') depth += 1
    else if (letter === ')') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return source.length
}

/** `stream` is followed by a line feed, with a carriage return before it or not. */
function endOfBreak(source: string, at: number): number {
  if (source.startsWith('\r\n', at)) return at + 2
  return source[at] === '\n' || source[at] === '\r' ? at + 1 : at
}
