import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { Tokens } from 'marked'
import type { RenderedGuide } from './guide-markdown.ts'

export const GUIDE_PATH = '/docs/guide'

/** The address of an installation in the guides. */
const EXAMPLE_ADDRESS = /https:\/\/packhouse\.example\.com/g
const EXAMPLE_HOST = /\bpackhouse\.example\.com\b/g

export interface GuidePage extends RenderedGuide {
  /** `machine/alarms` */
  path: string
  /** Who it is for: the part of the book. */
  part: string
}

interface GuidePart {
  title: string
  /** Who it is for. */
  words: string
  pages: GuidePage[]
}

interface Picture {
  content: Buffer
  hash: string
  width: number
  height: number
}

/** The guides of `docs/guide`, in the order of its README, which lists them all. */
export class GuideBook {
  readonly parts: readonly GuidePart[]
  readonly pictures: ReadonlyMap<string, Picture>
  readonly pages: readonly GuidePage[]

  private constructor(parts: readonly GuidePart[], pictures: ReadonlyMap<string, Picture>) {
    this.parts = parts
    this.pictures = pictures
    this.pages = parts.flatMap(({ pages }) => pages)
  }

  /**
   * @param folder `docs/guide`
   * @param publicUrl the address of the installation, which the examples show
   */
  static async read(folder: string, publicUrl: string): Promise<GuideBook> {
    const [{ Marked }, { renderGuide }] = await Promise.all([import('marked'), import('./guide-markdown.ts')])
    const contents = new Marked().lexer(await readFile(join(folder, 'README.md'), 'utf8'))
    const pictures = new Map<string, Picture>()
    const parts: GuidePart[] = []
    for (const token of contents) {
      const part = parts.at(-1)
      if (token.type === 'heading' && token.depth === 2) parts.push({ title: token.text, words: '', pages: [] })
      else if (part !== undefined && token.type === 'paragraph') part.words = token.text
      else if (part !== undefined && token.type === 'list') {
        for (const address of linksOf(token as Tokens.List)) {
          const markdown = await readFile(join(folder, address), 'utf8')
          for (const name of picturesOf(markdown)) await readPicture(pictures, folder, name)
          const path = address.replace(/\.md$/, '')
          const rendered = renderGuide(ofInstallation(markdown, publicUrl), (target) =>
            resolveAddress(target, path, pictures),
          )
          part.pages.push({ ...rendered, path, part: part.title })
        }
      }
    }
    return new GuideBook(parts, pictures)
  }
}

function linksOf(list: Tokens.List): string[] {
  return [...list.raw.matchAll(/^- \[[^\]]+\]\(([\w/-]+\.md)\)/gm)].map(([, address = '']) => address)
}

function picturesOf(markdown: string): string[] {
  return [...markdown.matchAll(/!\[[^\]]*\]\(\.\.\/images\/([\w.-]+)\)/g)].map(([, name = '']) => name)
}

/** Reads a picture, and the one beside it for the dark theme where there is one. */
async function readPicture(pictures: Map<string, Picture>, folder: string, name: string): Promise<void> {
  for (const one of [name, darkOf(name)]) {
    const file = join(folder, 'images', one)
    if (pictures.has(one) || (one !== name && !existsSync(file))) continue
    const content = await readFile(file)
    const { default: sharp } = await import('sharp')
    const { width, height } = await sharp(content).metadata()
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 16)
    pictures.set(one, { content, hash, width, height })
  }
}

/** The name of a picture in the dark theme. */
export function darkOf(name: string): string {
  return name.replace(/\.webp$/, '-dark.webp')
}

/** The examples with the address of the installation, so that they can be copied as they are. */
export function ofInstallation(markdown: string, publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return markdown.replaceAll(EXAMPLE_ADDRESS, publicUrl).replaceAll(EXAMPLE_HOST, hostname)
}

/** Files of the repository that are no guides are nowhere in the product: their links become words. */
function resolveAddress(target: string, path: string, pictures: ReadonlyMap<string, Picture>) {
  if (/^(https?:|#)/.test(target)) return { href: target }
  const [file = '', anchor] = posix.join(posix.dirname(path), target).split('#')
  const picture = pictures.get(posix.basename(file))
  if (file.startsWith('images/') && picture !== undefined) {
    const { hash, width, height } = picture
    const dark = pictures.get(darkOf(posix.basename(file)))
    return {
      href: `${GUIDE_PATH}/${file}?v=${hash}`,
      ...(dark && { dark: `${GUIDE_PATH}/${darkOf(file)}?v=${dark.hash}` }),
      width,
      height,
    }
  }
  if (file.startsWith('..') || !file.endsWith('.md')) return undefined
  return { href: `${GUIDE_PATH}/${file.replace(/\.md$/, '')}${anchor === undefined ? '' : `#${anchor}`}` }
}
