/** What a formula says, with the names as they are written. */
export type Statement =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Statement[] }
  | { readonly kind: 'not'; readonly of: Statement }
  | { readonly kind: 'taken'; readonly name: string }
  | { readonly kind: 'compare'; readonly left: Sum; readonly relation: Relation; readonly right: Sum }

export type Relation = '=' | '!=' | '<' | '<=' | '>' | '>='

export type Sum = readonly Product[]

/** A number times what the names stand for. */
export interface Product {
  readonly factor: number
  readonly names: readonly string[]
}

/** What cannot be read of a formula: the word or sign at fault, empty at its end. */
export class FormulaError extends Error {
  readonly kind: 'unreadable' | 'unknownName' | 'noNumber' | 'tooLong'
  readonly word: string

  constructor(kind: FormulaError['kind'], word: string) {
    super(`The formula is ${kind} at ${word}.`)
    this.name = 'FormulaError'
    this.kind = kind
    this.word = word
  }
}

const TOKEN =
  /\s*(?:"(?<quoted>[^"]*)"|(?<number>\d+(?:\.\d+)?)(?![\p{L}_])|(?<name>[\p{L}_](?:[\p{L}\p{N}_.]|-(?=[\p{L}\p{N}]))*)|(?<sign>>=|<=|!=|[=<>()+*-])|(?<other>\S))/gu
const WORDS = new Set(['requires', 'and', 'or', 'not'])
const RELATIONS = new Set<string>(['=', '!=', '<', '<=', '>', '>='])

interface Token {
  readonly kind: 'name' | 'number' | 'sign' | 'word'
  readonly text: string
}

/**
 * Reads a formula such as `A = 2 requires D = 4 or D = 5`, `E >= F + G` or `H = A * B`: statements joined by `and`, `or`, `not` and brackets, and
 * comparisons of sums and products. A name with a space or the name of one of these words stands in quotes, and a minus between spaces.
 *
 * @throws FormulaError where it cannot be read
 */
export function readFormula(text: string): Statement {
  const reader = new Reader(tokensOf(text))
  const condition = reader.any()
  const statement = reader.takes('requires')
    ? ({ kind: 'any', of: [{ kind: 'not', of: condition }, reader.any()] } satisfies Statement)
    : condition
  reader.end()
  return statement
}

function tokensOf(text: string): Token[] {
  return [...text.trimEnd().matchAll(TOKEN)].map(({ groups = {} }) => {
    const { quoted, number, name, sign, other } = groups
    if (other !== undefined) throw new FormulaError('unreadable', other)
    if (quoted !== undefined) return { kind: 'name', text: quoted }
    if (number !== undefined) return { kind: 'number', text: number }
    if (sign !== undefined) return { kind: 'sign', text: sign }
    const word = (name ?? '').toLowerCase()
    return WORDS.has(word) ? { kind: 'word', text: word } : { kind: 'name', text: name ?? '' }
  })
}

class Reader {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  any(): Statement {
    return this.#joined('or', 'any', () => this.#joined('and', 'all', () => this.#one()))
  }

  takes(text: string): boolean {
    const { kind, text: here } = this.#tokens[this.#at] ?? { kind: 'name', text: '' }
    if (here !== text || (kind !== 'word' && kind !== 'sign')) return false
    this.#at++
    return true
  }

  end(): void {
    if (this.#at < this.#tokens.length) this.#fail()
  }

  #joined(word: string, kind: 'all' | 'any', read: () => Statement): Statement {
    const first = read()
    const of = [first]
    while (this.takes(word)) of.push(read())
    return of.length === 1 ? first : { kind, of }
  }

  #one(): Statement {
    if (this.takes('not')) return { kind: 'not', of: this.#one() }
    if (this.takes('(')) {
      const inner = this.any()
      if (!this.takes(')')) this.#fail()
      return inner
    }
    const left = this.#sum()
    const sign = this.#tokens[this.#at]
    if (sign?.kind === 'sign' && RELATIONS.has(sign.text)) {
      this.#at++
      return { kind: 'compare', left, relation: sign.text as Relation, right: this.#sum() }
    }
    const [only] = left
    if (left.length !== 1 || only?.factor !== 1 || only.names.length !== 1) this.#fail()
    return { kind: 'taken', name: only?.names[0] as string }
  }

  #sum(): Sum {
    const products = [this.#product(this.takes('-') ? -1 : 1)]
    for (;;) {
      if (this.takes('+')) products.push(this.#product(1))
      else if (this.takes('-')) products.push(this.#product(-1))
      else return products
    }
  }

  #product(sign: number): Product {
    let factor = sign
    const names: string[] = []
    do {
      const token = this.#tokens[this.#at]
      if (token?.kind === 'number') factor *= Number(token.text)
      else if (token?.kind === 'name') names.push(token.text)
      else this.#fail()
      this.#at++
    } while (this.takes('*'))
    return { factor, names }
  }

  #fail(): never {
    throw new FormulaError('unreadable', this.#tokens[this.#at]?.text ?? '')
  }
}
