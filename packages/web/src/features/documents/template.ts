import type { pdfPartials, pdfTemplates, Row } from '@packhouse/contract'
import { declaredAs, type ResourceRow } from '../../resource/registry.ts'

export type Template = Row<typeof pdfTemplates>
export type Partial = Row<typeof pdfPartials>

export const templates = declaredAs<typeof pdfTemplates>('pdfTemplate')
export const partials = declaredAs<typeof pdfPartials>('pdfPartial')

/** The name of the template itself among its sources. */
export const MAIN = 'main.typ'

/** The number that the draft gets when it is published. */
export function draftNumber({ publishedVersion }: Pick<Template, 'publishedVersion'>): number {
  return (publishedVersion ?? 0) + 1
}

/** Whether a row of a list is a template. */
export function isTemplate(row: ResourceRow): row is ResourceRow & Template {
  return typeof row.source === 'string' && typeof row.locale === 'string'
}

/** Whether a row of a list is a partial. */
export function isPartial(row: ResourceRow): row is ResourceRow & Partial {
  return typeof row.source === 'string' && typeof row.name === 'string' && row.locale === undefined
}
