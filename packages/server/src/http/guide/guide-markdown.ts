import { Marked, type Token, type Tokens } from 'marked'
import { escapeText, Markup } from '../../platform/pages/markup.ts'

/** A heading below the title, with the anchor that leads to it. */
export interface GuideHeading {
  depth: number
  text: string
  anchor: string
}

/** What lies between two headings of a page, as a search reads it. */
export interface GuideSection {
  /** Empty for what comes before the first heading. */
  heading: string
  anchor: string
  text: string
}

export interface RenderedGuide {
  title: string
  /** The first paragraph: the answer in short. */
  summary: string
  lead: Markup
  /** All below it. */
  body: Markup
  headings: GuideHeading[]
  sections: GuideSection[]
}

interface Target {
  href: string
  /** Of a picture. */
  width?: number
  height?: number
  /** The address of the same picture in the dark theme. */
  dark?: string
}

/** Says where a link or a picture of a page leads; nothing where it leads nowhere that readers of the product can go. */
export type ResolveAddress = (address: string) => Target | undefined

/**
 * Makes HTML of a guide. The text is our own, and nothing of it reaches the page but what Markdown makes: HTML in it is shown as text, and addresses
 * are those that `resolve` admits.
 */
export function renderGuide(markdown: string, resolve: ResolveAddress): RenderedGuide {
  const marked = new Marked({ gfm: true })
  const tokens = marked.lexer(markdown)
  const [first, ...rest] = tokens.filter(({ type }) => type !== 'space')
  if (first?.type !== 'heading' || first.depth !== 1) throw new Error('A guide begins with its title.')
  const anchors = new Map<Token, string>()
  const headings = rest.filter(isHeading).map((token) => {
    const text = plainText(token.tokens)
    const anchor = freeAnchor(text, new Set(anchors.values()))
    anchors.set(token, anchor)
    return { depth: token.depth, text, anchor }
  })
  marked.use({
    renderer: {
      html: ({ text }) => escapeText(text),
      heading(token) {
        const anchor = anchors.get(token) ?? ''
        const words = this.parser.parseInline(token.tokens)
        return `<h${token.depth} id="${anchor}">${words} <a class="anchor" href="#${anchor}" aria-label="${escapeText(plainText(token.tokens))}">#</a></h${token.depth}>\n`
      },
      code: ({ text, lang }) =>
        `<pre data-language="${escapeText(languageOf(lang))}"><code>${escapeText(text)}</code></pre>\n`,
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens)
        const target = resolve(href)
        return target === undefined ? words : `<a href="${escapeText(target.href)}">${words}</a>`
      },
      image({ href, text }) {
        const target = resolve(href)
        if (target === undefined) throw new Error(`There is no picture ${href}.`)
        const size = target.width === undefined ? '' : ` width="${target.width}" height="${target.height}"`
        const picture = `<img src="${escapeText(target.href)}" alt="${escapeText(text)}"${size} loading="lazy">`
        if (target.dark === undefined) return picture
        const dark = `<source media="(prefers-color-scheme: dark)" srcset="${escapeText(target.dark)}">`
        return `<picture>${dark}${picture}</picture>`
      },
    },
  })
  const [paragraph, ...others] = rest
  if (paragraph?.type !== 'paragraph') throw new Error('A guide answers its question in a paragraph below its title.')
  return {
    title: plainText(first.tokens ?? []),
    summary: plainText(paragraph.tokens ?? []),
    lead: new Markup(marked.parser([paragraph])),
    body: new Markup(marked.parser(others)),
    headings,
    sections: sectionsOf(rest, anchors),
  }
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading'
}

function sectionsOf(tokens: readonly Token[], anchors: ReadonlyMap<Token, string>): GuideSection[] {
  const sections: GuideSection[] = [{ heading: '', anchor: '', text: '' }]
  for (const token of tokens) {
    const last = sections.at(-1)
    if (isHeading(token)) {
      sections.push({ heading: plainText(token.tokens), anchor: anchors.get(token) ?? '', text: '' })
    } else if (last !== undefined) {
      last.text = `${last.text} ${plainText([token])}`.replaceAll(/\s+/g, ' ').trim()
    }
  }
  return sections.filter(({ heading, text }) => heading !== '' || text !== '')
}

/** What is read of tokens, without their marks. */
function plainText(tokens: readonly Token[]): string {
  return tokens.map(textOf).join('')
}

function textOf(token: Token): string {
  switch (token.type) {
    case 'list':
      return (token as Tokens.List).items.map((item) => `${plainText(item.tokens)} `).join('')
    case 'table': {
      const { header, rows } = token as Tokens.Table
      return [header, ...rows].map((row) => `${row.map((cell) => plainText(cell.tokens)).join(' ')} `).join('')
    }
    case 'br':
    case 'space':
      return ' '
    default: {
      const inner = 'tokens' in token && Array.isArray(token.tokens) ? (token.tokens as Token[]) : []
      return inner.length > 0 ? plainText(inner) : 'text' in token ? String(token.text) : ''
    }
  }
}

/** `Is it running?` is `is-it-running`; a second one is `is-it-running-2`. */
function freeAnchor(text: string, taken: ReadonlySet<string>): string {
  const words = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  let anchor = words
  for (let number = 2; taken.has(anchor); number++) anchor = `${words}-${number}`
  return anchor
}

/** The language of a code block: what follows it in Markdown is for the tests. */
function languageOf(info: string | undefined): string {
  return info?.split(/\s/, 1)[0] ?? ''
}
