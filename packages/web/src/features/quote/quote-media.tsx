import type { QuoteContent } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { DocumentIcon } from '../../ui/tool-icons.tsx'

type MediaFile = QuoteContent['media'][number]

const PICTURE = /\.(jpe?g|png|webp)$/i

/** Whether it is shown in place. */
export function isPicture({ name }: MediaFile): boolean {
  return PICTURE.test(name)
}

interface Props {
  media: QuoteContent['media']
  /** The picture of a file, as far as it is there. Its caption stands below it. */
  picture: (file: MediaFile) => ReactNode
  /** What opens or saves a file, under its caption. */
  open: (file: MediaFile) => ReactNode
}

/** Drawings, photos and documents that go with a quote. */
export function QuoteMedia({ media, picture, open }: Props) {
  if (media.length === 0) return null
  return (
    <section className="mt-6" aria-label={t('quotePage.media')}>
      <h2 className="mb-2.5 text-20">{t('quotePage.media')}</h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] gap-3">
        {media.map((file) => (
          <li key={file.id} className="overflow-hidden rounded-panel border border-line bg-surface">
            <div className="grid h-40 place-items-center bg-surface-2 text-text-3">
              {isPicture(file) ? picture(file) : <DocumentIcon size={28} />}
            </div>
            <p className="border-t border-line px-4 py-2.5 text-13 wrap-anywhere">{open(file)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
