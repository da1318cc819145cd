import { api, type QuoteContent } from '@packhouse/contract'
import { toRequest } from '../../lib/api-request.ts'
import { QuoteMedia } from './quote-media.tsx'

/** The files of a quote for whoever has the link. */
export function PublicMedia({ token, media }: { token: string; media: QuoteContent['media'] }) {
  const addressOf = (fileId: string, size?: 'medium') =>
    toRequest(api.quoteFile, { params: { token, fileId }, query: size === undefined ? {} : { size } }).url
  return (
    <QuoteMedia
      media={media}
      picture={({ id }) => (
        <img className="h-40 w-full object-contain" loading="lazy" alt="" src={addressOf(id, 'medium')} />
      )}
      open={({ id, caption, name }) => (
        <a className="underline max-md:inline-block max-md:min-h-11" href={addressOf(id)} download={name}>
          {caption}
        </a>
      )}
    />
  )
}
