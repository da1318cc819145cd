/** Lines of a Typst source that belong together, such as a heading, a paragraph or a call over many lines. */
export interface SourceBlock {
  /** From 1. */
  line: number
  /** The last line. */
  endLine: number
  /** Where a mark can be put in front of what it shows: characters from the start of the source. */
  at: number
  /** Whether a mark in front of it stands in its first line, behind the sign of a list. */
  isInline: boolean
}

/** What is being read: text; code in brackets; a statement, which ends with its line; an expression, which ends by itself. */
type Mode = 'text' | 'code' | 'statement' | 'expression'

const STATEMENT = /#(?:let|set|show|import|include|if|for|while|return|context)\b/y
const DEFINITION = /#(?:let|set|show|import)\b/y
/** What is skipped as a whole: comments, raw text, formulas. */
const CLOSED = [
  /(?<!:)\/\/[^\n]*/y,
  /\/\*[\s\S]*?(?:\*\/|$)/y,
  /(`{3,})[\s\S]*?(?:\1|$)/y,
  /`[^`]*`?/y,
  /\$(?:\\[\s\S]|[^$\\])*\$?/y,
]
const STRING = /"(?:\\[\s\S]|[^"\\])*"?/y
const NAME = /[\p{L}\p{N}_-]+|\.(?=\p{L})/uy
const INDENT = /[ \t]*/y
const LINE_END = /\r?\n|$/y
const NOTHING_SHOWN = /\/\/|\/\*|[\]<]/y
const HEADING = /=+[ \t]/y
const LIST_ITEM = /(?:[-+/]|\d+\.)[ \t]+/y

/**
 * Finds what a source shows, from the top: blocks begin at lines of text, wherever text is nested. Definitions show nothing by themselves, and
 * are in no block. It does not understand all of Typst: a mark at a wrong place is found out by the compiler.
 */
export function blocksOf(source: string): SourceBlock[] {
  return new BlockReader(source).read()
}

class BlockReader {
  readonly #source: string
  readonly #blocks: SourceBlock[] = []
  readonly #modes: Mode[] = ['text']
  /** How deep the definition is that is being read; 0 outside of one. */
  #definition = 0
  #line = 1
  #at = 0
  /** Whether the block before has no end yet. */
  #isOpen = false
  #isAfterText = false

  constructor(source: string) {
    this.#source = source
  }

  read(): SourceBlock[] {
    this.#beginLine()
    while (this.#at < this.#source.length) {
      if (this.#modes.at(-1) === 'expression') this.#readExpression()
      else if (!this.#skip()) this.#readCharacter()
    }
    this.#close(this.#line)
    return this.#blocks
  }

  #match(pattern: RegExp, at: number): string | undefined {
    pattern.lastIndex = at
    return pattern.exec(this.#source)?.[0]
  }

  #close(endLine: number): void {
    const last = this.#blocks.at(-1)
    if (this.#isOpen && last) last.endLine = endLine
    this.#isOpen = false
  }

  #beginLine(): void {
    const at = this.#at + (this.#match(INDENT, this.#at)?.length ?? 0)
    if (this.#match(LINE_END, at) !== undefined) this.#isAfterText = false
    else if (this.#match(NOTHING_SHOWN, at) === undefined) this.#beginWords(at)
  }

  #beginWords(at: number): void {
    const isDefinition = this.#match(DEFINITION, at) !== undefined
    const isHeading = this.#match(HEADING, at) !== undefined
    const item = this.#match(LIST_ITEM, at)
    // A paragraph goes on until something else begins.
    if (this.#isAfterText && !isDefinition && !isHeading && item === undefined) return
    this.#close(this.#line - 1)
    if (isDefinition) this.#definition = this.#modes.length
    else {
      const isInline = item !== undefined
      this.#blocks.push({ line: this.#line, endLine: this.#line, at: at + (item?.length ?? 0), isInline })
      this.#isOpen = true
    }
    this.#isAfterText = !isDefinition && !isHeading && this.#source[at] !== '#'
  }

  #readExpression(): void {
    const char = this.#source[this.#at] ?? ''
    const name = this.#match(NAME, this.#at)
    if (name !== undefined) this.#at += name.length
    else if ('([{'.includes(char)) {
      this.#modes.push(char === '[' ? 'text' : 'code')
      this.#at++
    } else this.#modes.pop()
  }

  #skip(): boolean {
    const char = this.#source[this.#at] ?? ''
    const patterns = '/`$'.includes(char) ? CLOSED : char === '"' && this.#modes.at(-1) !== 'text' ? [STRING] : []
    const found = patterns.map((pattern) => this.#match(pattern, this.#at)).find((match) => match !== undefined)
    if (found === undefined) return false
    this.#line += found.split('\n').length - 1
    this.#at += found.length
    return true
  }

  #readCharacter(): void {
    const char = this.#source[this.#at] ?? ''
    const isText = this.#modes.at(-1) === 'text'
    if (isText && char === '#') this.#beginCode()
    else if (isText && char === '\\' && this.#source[this.#at + 1] !== '\n') this.#at++
    else if (char === '[') this.#modes.push('text')
    else if (char === ']') this.#endText()
    else if (!isText) this.#readCode(char)
    this.#at++
    if (char !== '\n') return
    this.#line++
    if (this.#modes.at(-1) === 'text' && this.#definition === 0) this.#beginLine()
  }

  #beginCode(): void {
    const isStatement = this.#match(STATEMENT, this.#at) !== undefined
    const string = this.#match(STRING, this.#at + 1)
    if (string !== undefined) this.#at += string.length
    else this.#modes.push(isStatement ? 'statement' : 'expression')
  }

  #endText(): void {
    if (this.#modes.at(-1) === 'statement') this.#endStatement()
    if (this.#modes.length > 1) this.#modes.pop()
  }

  #readCode(char: string): void {
    if (char === '(' || char === '{') this.#modes.push('code')
    else if (this.#modes.at(-1) === 'statement') {
      if (char === '\n' || char === ';') this.#endStatement()
    } else if (char === ')' || char === '}') this.#modes.pop()
  }

  #endStatement(): void {
    this.#modes.pop()
    if (this.#modes.length <= this.#definition) this.#definition = 0
  }
}
