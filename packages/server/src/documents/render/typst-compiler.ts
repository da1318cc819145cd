import { createHash } from 'node:crypto'
import { NodeCompiler, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler'
import type { TemplateFault } from '@packhouse/contract'
import { bundledFonts } from './bundled-fonts.ts'
import { MAIN, type RenderAnswer, type RenderTask } from './render-task.ts'
import { isDecoration, withReplaced } from './replaced-characters.ts'

/** Results that were of no use in so many documents are forgotten. To forget all each time costs three times as long. */
const CACHE_AGE = 10

const NO_FONTS = ''

/** What Typst says of a place; lines and characters count from 0. */
interface Diagnostic {
  message: string
  path: string
  range: { start: Place; end: Place } | null
}
interface Place {
  line: number
  character: number
}

type Compiler = ReturnType<typeof NodeCompiler.create>
type Diagnosed = Parameters<Compiler['fetchDiagnostics']>[0]

/** Makes PDFs with Typst, in this process. Whoever uses it must be able to end the process: nothing else ends a compilation. */
export class TypstCompiler {
  readonly #folder: string
  #compiler: Compiler
  /** Of the fonts that the compiler has beside those of the product. */
  #fontsHash = NO_FONTS

  /** @param folder an empty one: what is outside of it cannot be read, and nothing is in it */
  constructor(folder: string) {
    this.#folder = folder
    this.#compiler = compilerIn(folder, [])
  }

  render(task: RenderTask): RenderAnswer {
    this.#takeFonts(task.fonts ?? [])
    const answer = this.#compile(task)
    return 'missingGlyphs' in answer ? this.#compileReplaced(task, answer) : answer
  }

  /** Forgets what is of no use any more, after each document. It takes a good part of the time of one: whoever waits has it before. */
  tidy(): void {
    this.#compiler.evictCache(CACHE_AGE)
  }

  /** Fonts cannot be changed: a compiler with others takes the place of the one there is. */
  #takeFonts(fonts: readonly Uint8Array[]): void {
    const hash = fonts.map((font) => createHash('sha256').update(font).digest('hex')).join()
    if (hash === this.#fontsHash) return
    this.#compiler = compilerIn(this.#folder, fonts)
    this.#fontsHash = hash
  }

  /** One character that no font has must not keep a whole document from its reader. */
  #compileReplaced(task: RenderTask, first: Extract<RenderAnswer, { missingGlyphs: string[] }>): RenderAnswer {
    const missing = new Set<string>()
    let answer: RenderAnswer = first
    while ('missingGlyphs' in answer) {
      const found = this.#absent(answer.missingGlyphs).filter((character) => !missing.has(character))
      if (found.length === 0) return first
      for (const character of found) missing.add(character)
      answer = this.#compile(withReplaced(task, missing))
    }
    // Sources may name things by what was replaced.
    return 'document' in answer
      ? { document: { ...answer.document, replaced: [...missing].filter((one) => !isDecoration(one)) } }
      : first
  }

  /** Those of some characters that no font has, or what makes a sequence of them: of one without a glyph the compiler names each character. */
  #absent(glyphs: readonly string[]): string[] {
    const characters = [...new Set(glyphs.flatMap((text) => [...text]))]
    const each = characters.map((character) => `#"\\u{${character.codePointAt(0)?.toString(16)}}"`)
    const source = `#set document(title: "Characters")\n#set text(lang: "en")\n${each.join('\n\n')}`
    const many = Number.MAX_SAFE_INTEGER
    const answer = this.#compile({ sources: { [MAIN]: source }, data: '{}', madeAt: 0, taggedPages: many, pages: many })
    return 'missingGlyphs' in answer
      ? answer.missingGlyphs.flatMap((text) => [...text])
      : characters.filter((character) => isDecoration(character))
  }

  #compile(task: RenderTask): RenderAnswer {
    try {
      return this.#answerTo(task)
    } finally {
      this.#compiler.resetShadow()
    }
  }

  #answerTo({ sources, data, files = {}, madeAt, taggedPages, pages, query }: RenderTask): RenderAnswer {
    for (const [name, source] of Object.entries(sources)) this.#compiler.addSource(this.#pathOf(name), source)
    for (const [name, content] of Object.entries({ ...files, 'data.json': Buffer.from(data) })) {
      this.#compiler.mapShadow(this.#pathOf(name), Buffer.from(content))
    }
    const compiled = this.#compiler.compile({ mainFilePath: this.#pathOf(MAIN), resetRead: true })
    const document = compiled.result
    if (document === null || compiled.hasError()) return { faults: this.#faultsOf(compiled.takeError()) }
    if (document.numOfPages > pages) return { tooManyPages: document.numOfPages }
    if (query !== undefined) {
      const values: unknown = this.#compiler.query(document, { selector: query, field: 'value' })
      return { found: { values, pages: document.numOfPages } }
    }
    const isTagged = document.numOfPages <= taggedPages
    try {
      const pdf = this.#compiler.pdf(document, {
        // Both refuse a document with a character that no font has; only the first has tags.
        pdfStandard: isTagged ? PdfStandard.UA_1 : PdfStandard.A_2b,
        pdfTags: isTagged,
        creationTimestamp: madeAt,
      })
      const warnings = this.#faultsOf(compiled.takeWarnings())
      return { document: { pdf, pages: document.numOfPages, isTagged, warnings, replaced: [] } }
    } catch (error) {
      return refusalOf(error)
    }
  }

  #pathOf(name: string): string {
    return `${this.#folder}/${name}`
  }

  #faultsOf(diagnosed: Diagnosed | null): TemplateFault[] {
    if (diagnosed === null) return []
    const found = this.#compiler.fetchDiagnostics(diagnosed) as Diagnostic[]
    return found.map(({ message, path, range }) => {
      const [text = message, ...hints] = message.split(/, hints: |, hint: /)
      const { start, end } = range ?? { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }
      return {
        message: text.replaceAll(`${this.#folder}/`, ''),
        source: path.replace(`${this.#folder}/`, ''),
        line: start.line + 1,
        column: start.character + 1,
        endLine: end.line + 1,
        endColumn: end.character + 1,
        hints: hints.map((hint) => hint.replaceAll(`${this.#folder}/`, '')),
      }
    })
  }
}

function compilerIn(folder: string, fonts: readonly Uint8Array[]): Compiler {
  const fontBlobs = [...bundledFonts(), ...fonts.map((font) => Buffer.from(font))]
  return NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs }] })
}

/** Why a document that was laid out is no PDF: the compiler says it in one text, in the words of Rust. */
function refusalOf(error: unknown): RenderAnswer {
  const said = error instanceof Error ? error.message : String(error)
  const messages = [...said.matchAll(/message: "((?:[^"\\]|\\.)*)"/g)].map(([, text]) => unescaped(text ?? ''))
  const glyphs = messages.flatMap((message) => /the text `"(.+)"` could not be displayed/.exec(message)?.[1] ?? [])
  if (glyphs.length > 0) return { missingGlyphs: [...new Set(glyphs.map(decoded))] }
  const place = { source: MAIN, line: 1, column: 1, endLine: 1, endColumn: 1, hints: [] }
  return { faults: (messages.length > 0 ? messages : [said]).map((message) => ({ message, ...place })) }
}

/** Rust writes what is not seen as `\u{fe0f}`. */
function decoded(text: string): string {
  return text.replaceAll(/\\u\{([\da-f]+)\}/g, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16)))
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, '$1')
}
