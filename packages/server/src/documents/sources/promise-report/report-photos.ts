import type { MachinePromises, PromiseReportData } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { drawForDocument } from '../../../engine/pictures/document-pictures.ts'
import type { DrawnImages } from '../../../engine/pictures/drawn-images.ts'
import type { TestPhoto } from '../../../promises/area.ts'
import type { Written } from '../../written.ts'

type Tests = MachinePromises['promises'][number]['tests']
type AcceptedTest = NonNullable<Tests['factory']>

interface ReportPhotos {
  data: Pick<PromiseReportData, 'photos' | 'photosLeftOut'>
  /** By the names that the data has. */
  files: Readonly<Record<string, Uint8Array>>
}

/** The acceptance tests that a report names, in words, by their id. */
export function reportedTests({ promises }: MachinePromises, written: Written): Map<string, string> {
  const words = (kind: string, test: AcceptedTest | null | undefined): [string, string][] =>
    test ? [[test.testId, `${kind}, ${written.day(test.on)}`]] : []
  return new Map(
    promises.flatMap(({ tests }) => [
      ...words(t('promises.factoryTest'), tests.factory),
      ...words(t('promises.siteTest'), tests.site),
    ]),
  )
}

/** Photos of acceptance tests as a report shows them, with what they were taken of. @param tests in words, by their id */
export async function drawReportPhotos(
  images: DrawnImages,
  photos: readonly TestPhoto[],
  { tests, written }: { tests: ReadonlyMap<string, string>; written: Written },
): Promise<ReportPhotos> {
  const drawn = await drawForDocument(images, photos, 'jpeg')
  const named = drawn.map((photo) => ({ ...photo, file: `${photo.id}.jpg` }))
  const leftOut = photos.length - drawn.length
  return {
    data: {
      photos: named.map(({ file, name, testId, addedAt }) => ({
        file,
        caption: name.replace(/\.\w+$/, ''),
        about: t('promises.photoAbout', { test: tests.get(testId) ?? '', at: written.time(addedAt.getTime()) }),
      })),
      photosLeftOut: leftOut === 0 ? null : t('promises.photosLeftOut', { count: leftOut }),
    },
    files: Object.fromEntries(named.map(({ file, image }) => [file, image])),
  }
}
