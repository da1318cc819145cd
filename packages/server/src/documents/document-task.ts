import type { DocumentFrame, DocumentTypeName } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { hashOf, type RenderSource } from './renderer.ts'
import type { Draft } from './templates/read-draft.ts'
import type { Written } from './written.ts'

interface DocumentParts {
  type: DocumentTypeName
  template: Draft
  /** Stands on documents without a letterhead. */
  company: DocumentFrame['letterhead']
  /** Of what the document is about. */
  data: Record<string, unknown>
  title: string
  number: string | null
  /** The words of the type, in the language of the document. */
  words: Record<string, string>
  /** The name of the template and its version. */
  made: { with: string; isDraft: boolean; at: Date }
  written: Written
  /** Pictures by name, beside the logo. */
  files?: Readonly<Record<string, Uint8Array>> | undefined
}

/** What a document is rendered from: data, frame and words as one file of JSON. The same parts give the same bytes. */
export function documentTask({
  type,
  template,
  company,
  data,
  title,
  number,
  words,
  made,
  written,
  files,
}: DocumentParts): RenderSource {
  const { sources, logo, fonts } = template
  const frame = { ...template.frame, letterhead: template.frame.letterhead ?? company }
  const document: Omit<DocumentFrame['document'], 'hash'> = {
    title,
    number,
    language: written.locale,
    madeAt: written.time(made.at.getTime()),
    isDraft: made.isDraft,
    template: made.with,
  }
  const shown = { ...data, ...frame, words: { ...frameWords(), ...words }, document }
  const json = JSON.stringify(
    { ...shown, document: { ...document, hash: hashOf(JSON.stringify(shown)) } },
    withoutUnseen,
  )
  const logoName = frame.letterhead?.logo
  const pictures = { ...files, ...(logo !== null && typeof logoName === 'string' ? { [logoName]: logo } : {}) }
  return {
    type,
    sources,
    data: json,
    madeAt: Math.floor(made.at.getTime() / 1_000),
    ...(fonts.length > 0 ? { fonts } : {}),
    ...(Object.keys(pictures).length > 0 ? { files: pictures } : {}),
  }
}

/** What PDFs may not have in their text and nobody sees: controls, marks of byte order and halves of characters. */
const UNSEEN = /[^\P{Cc}\t\n\r]|[\uFEFF\uFFFE\uFFFF]|\p{Surrogate}/gu

function withoutUnseen(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll(UNSEEN, '') : value
}

/** The words of the frame, in the language of the document. */
export function frameWords(): Record<string, string> {
  return {
    page: t('documents.page'),
    of: t('documents.pageOf'),
    draft: t('documents.draft'),
    made: t('documents.made'),
    carriedTo: t('documents.carriedTo'),
    carriedFrom: t('documents.carriedFrom'),
    continued: t('documents.continued'),
  }
}
