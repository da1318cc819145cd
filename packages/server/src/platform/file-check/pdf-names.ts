const WHITE = /[\0\t\n\f\r ]+/y
const DELIMITER = /[\0\t\n\f\r ()<>[\]{}/%]/g
/** What follows `/First`, where it is a plain number. */
const NUMBER = /[\0\s]+(\d{1,10})(?=[\0\s]*[/>])/y
/** What follows `/Filter`, where it is Flate and nothing else. */
const FLATE = /[\0\s]*(?:\/FlateDecode|\[[\0\s]*\/FlateDecode[\0\s]*\])(?=[\0\s]*[/>])/y

export interface NamesOf {
  names: Set<string>
  /** Where the bytes of a stream begin, if one follows. */
  stream: number | undefined
  /** Up to where the source was read. */
  end: number
  /** The value of every `/First`; undefined where it is no plain number. */
  firsts: (number | undefined)[]
  /** Of every `/Filter` whether it is Flate and nothing else. */
  filters: boolean[]
}

/**
 * The names in the source of a PDF from one beginning to the next, or to the first stream, with their escapes resolved. Texts and comments are
 * passed over: what stands there is no name, but for objects that begin within them, which the caller hands in by themselves. A beginning within a
 * text does not end the object that the text belongs to: its names go on behind the text.
 * @param source bytes as letters of Latin-1
 * @param beginnings in their order
 * @param index of the beginning to read from
 */
export function namesIn(source: string, beginnings: readonly number[], index: number): NamesOf {
  const found: NamesOf = { names: new Set(), stream: undefined, end: 0, firsts: [], filters: [] }
  let next = index + 1
  let at = beginnings[index] ?? 0
  let depth = 0
  /** A stream follows a dictionary; the same word elsewhere is nothing to a reader. */
  let isBehindDictionary = false
  for (;;) {
    while ((beginnings[next] ?? source.length) < at) next += 1
    found.end = Math.min(beginnings[next] ?? source.length, source.length)
    if (at >= found.end) return found
    WHITE.lastIndex = at
    if (WHITE.test(source)) {
      at = WHITE.lastIndex
      continue
    }
    const letter = source[at] ?? ''
    const isPair = source[at + 1] === letter
    const wasBehind: boolean = isBehindDictionary
    isBehindDictionary = letter === '%' ? wasBehind : letter === '>' && isPair
    if (letter === '%') at = endOfLine(source, at)
    else if (letter === '(') at = endOfText(source, at)
    else if ((letter === '<' && isPair) || letter === '[') {
      depth += 1
      at += letter === '[' ? 1 : 2
    } else if ((letter === '>' && isPair) || letter === ']') {
      depth = Math.max(0, depth - 1)
      at += letter === ']' ? 1 : 2
    } else if (letter === '<') at = endOfHex(source, at)
    else if (letter === '/') {
      const end = Math.min(endOfWord(source, at + 1), found.end)
      note(found, unescaped(source.slice(at + 1, end)), source, end)
      at = end
    } else if ('>{})'.includes(letter)) at += 1
    else {
      const end = Math.min(endOfWord(source, at), found.end)
      if (wasBehind && depth === 0 && source.slice(at, end) === 'stream') {
        found.stream = endOfBreak(source, end)
        return found
      }
      at = end
    }
  }
}

function note({ names, firsts, filters }: NamesOf, name: string, source: string, end: number): void {
  names.add(name)
  NUMBER.lastIndex = end
  FLATE.lastIndex = end
  if (name === 'First') {
    const digits = NUMBER.exec(source)?.[1]
    firsts.push(digits === undefined ? undefined : Number(digits))
  }
  if (name === 'Filter') filters.push(FLATE.test(source))
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

/** Whatever stands in a text of hexadecimal digits, it ends with the next bracket. */
function endOfHex(source: string, start: number): number {
  const end = source.indexOf('>', start)
  return end < 0 ? source.length : end + 1
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
