import { buffer } from 'node:stream/consumers'
import {
  type AttachedFile,
  documentTypes,
  MAX_FONT_BYTES,
  MAX_FONTS,
  MAX_LOGO_BYTES,
  type pdfTemplates,
  type Row,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import { z } from 'zod'
import { assertThat } from '../../engine/problem-error.ts'
import type { Transaction } from '../../platform/database.ts'
import type { FileFolder } from '../../platform/file-folder.ts'
import { sourcesOf } from './sources-of.ts'
import type { PublishedTemplate, VersionFrame } from './template-versions.ts'

/** The kinds of pictures that a logo can be. */
const LOGO_TYPES = ['image/png', 'image/jpeg']
const FONT_TYPES = ['font/ttf', 'font/otf']

type Template = Row<typeof pdfTemplates>

/** A template as it would be published now. */
export type Draft = Pick<PublishedTemplate, 'sources' | 'frame' | 'logo' | 'fonts'>

/** All partials, by name. */
export async function readPartials(db: Transaction): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; source: string }>`SELECT name, source FROM pdf_partial`.execute(db)
  return Object.fromEntries(rows.map(({ name, source }) => [name, source]))
}

/** Reads what a template is made of: its partials, page, letterhead, logo and fonts. */
export async function readDraft(db: Transaction, files: FileFolder, template: Template): Promise<Draft> {
  const { letterhead, logo, fonts } = await readLetterhead(db, files, template.letterheadId)
  return {
    sources: sourcesOf(template.source, await readPartials(db)),
    frame: { page: pageOf(template), letterhead },
    logo,
    fonts,
  }
}

const objectSchema = z.record(z.string(), z.unknown())

/**
 * The sample data of a template, or the example of its type.
 * @throws ProblemError `template_invalid` where it is no object in JSON
 */
export function sampleOf({ type, sampleData }: Pick<Template, 'type' | 'sampleData'>): Record<string, unknown> {
  if (sampleData === null) return documentTypes[type].example
  const { data } = objectSchema.safeParse(parsed(sampleData))
  assertThat(data, 'template_invalid', t('documents.sampleDataIsNoObject'))
  return data
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function pageOf({ pageSize, marginTop, marginRight, marginBottom, marginLeft }: Template): VersionFrame['page'] {
  return {
    paper: pageSize,
    margin: { top: marginTop, right: marginRight, bottom: marginBottom, left: marginLeft },
  }
}

interface LetterheadRow {
  company: string
  address: string | null
  footer: string | null
  accent: string
  font: string | null
  files: Pick<AttachedFile, 'id' | 'contentType' | 'size'>[]
}

/** Letterhead, logo and fonts of a template without a letterhead. */
const NONE = { letterhead: null, logo: null, fonts: [] }

async function readLetterhead(
  db: Transaction,
  folder: FileFolder,
  id: string | null,
): Promise<Pick<Draft, 'logo' | 'fonts'> & Pick<VersionFrame, 'letterhead'>> {
  const { rows } = await sql<LetterheadRow>`
    SELECT company, address, footer, accent, font, coalesce((
      SELECT json_agg(json_build_object('id', id, 'contentType', content_type, 'size', size) ORDER BY id) FROM attached_file
      WHERE owner_table = 'letterhead' AND owner_id = letterhead.id AND deleted_at IS NULL
    ), '[]') AS files FROM letterhead WHERE id = ${id}
  `.execute(db)
  const [row] = rows
  if (row === undefined) return NONE
  const { company, address, footer, accent, font, files } = row
  const logo = files.find(({ contentType }) => LOGO_TYPES.includes(contentType))
  const fonts = files.filter(({ contentType }) => FONT_TYPES.includes(contentType))
  assertThat(logo === undefined || logo.size <= MAX_LOGO_BYTES, 'template_invalid', t('documents.logoTooLarge'))
  const fit = fonts.length <= MAX_FONTS && fonts.every(({ size }) => size <= MAX_FONT_BYTES)
  assertThat(fit, 'template_invalid', t('documents.fontsTooLarge'))
  const logoName = logo?.contentType === 'image/png' ? 'logo.png' : 'logo.jpg'
  return {
    letterhead: {
      company,
      address: address?.split('\n') ?? [],
      footer,
      accent,
      font,
      logo: logo === undefined ? null : logoName,
    },
    logo: logo === undefined ? null : await buffer(await folder.read(logo.id)),
    fonts: await Promise.all(fonts.map(async (file) => await buffer(await folder.read(file.id)))),
  }
}
