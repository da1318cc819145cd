import type { documentKinds, documentVisibilities } from '@packhouse/contract'

/** A document of a library machine. It has no file yet, and the revision that it supersedes is of the same title and language. */
export type SampleDocument = readonly [
  model: string,
  kind: (typeof documentKinds)[number],
  title: string,
  language: string | null,
  revision: string,
  visibility: (typeof documentVisibilities)[number],
  monthsAgo: number,
  supersedes?: string,
]

/** The title of the report that answers by an acceptance test refer to. */
export const REPORT_TITLE = 'Factory acceptance test'

const reports: SampleDocument[] = (
  [
    ['VFFS-1980', 61],
    ['VFFS-2210', 9],
    ['VFFS-2500', 5],
    ['HFS-0610', 88],
    ['HFS-0640', 10],
    ['WGH-1610', 11],
    ['FLW-0870', 16],
    ['FLW-0900', 19],
    ['FLW-0930', 12],
    ['FLW-1200', 8],
    ['TRS-0300', 17],
    ['TRS-0340', 6],
    ['CRT-1100', 13],
    ['CRT-1160', 1],
    ['CSP-0440', 23],
    ['CSP-0450', 10],
    ['CSP-0500', 14],
    ['CSP-0550', 7],
    ['PAL-0210', 24],
    ['PAL-0220', 9],
  ] as const
).map(([model, monthsAgo]) => [model, 'fat', REPORT_TITLE, null, 'A', 'internal', monthsAgo])

export const sampleDocuments: readonly SampleDocument[] = [
  ...reports,
  ['VFFS-2210', 'manual', 'Operating instructions', 'en', 'E', 'customer', 26],
  ['VFFS-2210', 'manual', 'Operating instructions', 'en', 'F', 'customer', 5, 'E'],
  ['VFFS-2210', 'manual', 'Operating instructions', 'nb-NO', 'F', 'customer', 5],
  ['VFFS-2210', 'electrical', 'Circuit diagram', null, 'D', 'customer', 14],
  ['VFFS-2210', 'spares', 'Spare parts', 'en', 'G', 'customer', 11],
  ['VFFS-2210', 'spares', 'Spare parts', 'en', 'H', 'customer', 2, 'G'],
  ['VFFS-2210', 'ceDeclaration', 'EU declaration of conformity', 'en', 'B', 'customer', 14],
  ['VFFS-2300', 'manual', 'Operating instructions', 'en', 'C', 'customer', 18],
  ['VFFS-2300', 'pneumatic', 'Pneumatic diagram', null, 'B', 'customer', 18],
  ['FLW-0930', 'manual', 'Operating instructions', 'en', 'F', 'customer', 12],
  ['FLW-0930', 'manual', 'Operating instructions', 'de', 'F', 'customer', 12],
  ['FLW-0930', 'electrical', 'Circuit diagram', null, 'D', 'customer', 12],
  ['FLW-0930', 'ceDeclaration', 'EU declaration of conformity', 'en', 'B', 'customer', 12],
  ['FLW-1200', 'manual', 'Operating instructions', 'pl', 'B', 'customer', 8],
  ['TRS-0340', 'manual', 'Operating instructions', 'fr', 'A', 'customer', 6],
  ['TRS-0340', 'certificate', 'Food contact, parts in touch with the product', 'en', 'A', 'customer', 6],
  ['PAL-0330', 'spares', 'Spare parts', 'en', 'C', 'internal', 20],
]
