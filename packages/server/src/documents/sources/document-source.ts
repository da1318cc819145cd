import type { DocumentTypeName, documentTypes } from '@packhouse/contract'
import type { z } from 'zod'
import type { Principal } from '../../engine/principal.ts'
import type { Written } from '../written.ts'

type DataOf<Name extends DocumentTypeName> = z.output<(typeof documentTypes)[Name]['data']>
type ParametersOf<Name extends DocumentTypeName> = z.output<(typeof documentTypes)[Name]['parameters']>

export interface SourceRequest<Name extends DocumentTypeName> {
  /** Who asks: what they may not read is not found. */
  principal: Principal
  /** Of the record. */
  id: string
  parameters: ParametersOf<Name>
  /** Writes times and numbers in the language of the document; `t` has its words. */
  written: Written
}

export interface SourceAnswer<Name extends DocumentTypeName> {
  data: DataOf<Name>
  title: string
  number: string | null
  /** Without its ending. */
  fileName: string
  /** The record that the document can be kept with, where that is one with files. */
  recordId?: string
  /** Pictures that the data names, by name. */
  files?: Readonly<Record<string, Uint8Array>>
  /** Whether a watermark says that it is a draft. */
  isDraft?: boolean
}

/** Reads what documents of a type show. */
export interface DocumentSource<Name extends DocumentTypeName = DocumentTypeName> {
  read: (request: SourceRequest<Name>) => Promise<SourceAnswer<Name>>
  /** The words of its templates in the language of the document, by name. */
  words: () => Record<string, string>
}

export type DocumentSources = { [Name in DocumentTypeName]: DocumentSource<Name> }
