import { type DocumentTypeName, documentTypes } from '@packhouse/contract'
import { documentTask } from '../../src/documents/document-task.ts'
import type { RenderPool } from '../../src/documents/render/render-pool.ts'
import { standardTemplates } from '../../src/documents/standard/standard-templates.ts'
import type { Draft } from '../../src/documents/templates/read-draft.ts'
import { sourcesOf } from '../../src/documents/templates/sources-of.ts'
import { Written } from '../../src/documents/written.ts'

/** One pixel. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const PAGE: Draft['frame']['page'] = { paper: 'a4', margin: { top: 30, right: 22, bottom: 26, left: 22 } }

export const frames: Record<string, Pick<Draft, 'frame' | 'logo' | 'fonts'>> = {
  'no letterhead': { frame: { page: PAGE, letterhead: null }, logo: null, fonts: [] },
  'a letterhead with a logo': {
    frame: {
      page: PAGE,
      letterhead: {
        company: 'Tarnholm Packaging Systems',
        address: ['Verkstadsgatan 4', '504 62 Borås'],
        footer: 'Org. no. 556000-0000',
        accent: '#14213d',
        font: null,
        logo: 'logo.png',
      },
    },
    logo: LOGO,
    fonts: [],
  },
}

const { templates, partials } = standardTemplates()

/** Renders the template of a type that the product brings, at a fixed time. @throws Error with the reason where it is no PDF */
export async function renderType(
  pool: RenderPool,
  type: DocumentTypeName,
  data: Record<string, unknown>,
  look = frames['no letterhead'],
): Promise<Uint8Array> {
  const template = templates.find((one) => one.type === type)
  if (template === undefined || look === undefined) throw new Error(`There is no template of ${type}.`)
  const sources = sourcesOf(template.source, partials)
  const task = documentTask({
    type,
    company: null,
    template: { ...look, sources },
    data,
    title: documentTypes[type].title,
    number: null,
    words: wordsOf(Object.values(sources).join('\n')),
    made: { with: 'Standard, 1', isDraft: false, at: new Date('2026-11-23T04:00:00Z') },
    written: new Written('en', 'UTC'),
  })
  const answer = await pool.render({ ...task, taggedPages: 50, pages: 1_000 }, 'a test')
  if (!('document' in answer)) throw new Error(`${type}: ${JSON.stringify(answer)}`)
  return answer.document.pdf
}

/** A word for each that the template and its partials name. */
function wordsOf(source: string): Record<string, string> {
  return Object.fromEntries([...source.matchAll(/d\.words\.(\w+)/g)].map(([, name = '']) => [name, name]))
}

/** The example of a type whose lists of lines have so many. */
export function withLines(type: DocumentTypeName, count: number): Record<string, unknown> {
  const { data, example } = documentTypes[type]
  const changed = mapLists(example, (list) => Array.from({ length: count }, (_, n) => list[n % list.length]))
  // A list that must have a certain length stays as it is.
  return data.safeParse(changed).success ? (changed as Record<string, unknown>) : { ...example }
}

/** Lists that always have all of their entries, such as where the time of a machine went, and appendices. */
const WHOLE = new Set(['buckets', 'figures', 'dataSheets'])

function mapLists(value: unknown, change: (list: unknown[]) => unknown[]): unknown {
  if (Array.isArray(value)) {
    const areLines = value.some((one) => typeof one === 'object' && one !== null)
    return areLines ? change(value) : value
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, one]) => [name, WHOLE.has(name) ? one : mapLists(one, change)])
  return Object.fromEntries(entries)
}

/** The example of a type with another text wherever any text may be. */
export function withText(type: DocumentTypeName, text: string): Record<string, unknown> {
  const { data, example } = documentTypes[type]
  let changed: unknown = example
  for (const path of pathsOfTexts(example)) {
    const next = replaced(changed, path, text)
    if (data.safeParse(next).success) changed = next
  }
  return changed as Record<string, unknown>
}

type Path = readonly (string | number)[]

function pathsOfTexts(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path]
  if (Array.isArray(value)) return value.flatMap((one, n) => pathsOfTexts(one, [...path, n]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => pathsOfTexts(one, [...path, name]))
}

function replaced(value: unknown, [first, ...rest]: Path, text: string): unknown {
  if (first === undefined) return text
  if (Array.isArray(value)) return value.map((one, n) => (n === first ? replaced(one, rest, text) : one))
  const { [first]: one, ...others } = value as Record<string, unknown>
  return { ...others, [first]: replaced(one, rest, text) }
}
