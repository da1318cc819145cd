import { api, type QuoteContent } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMutation } from '@tanstack/react-query'
import { authorizedFetch } from '../../lib/api-client.ts'
import { readProblem } from '../../lib/api-error.ts'
import { toRequest } from '../../lib/api-request.ts'
import { usePictureAddress } from '../../lib/use-picture-address.ts'
import { saveFile } from '../../resource/download.ts'
import { QuoteMedia } from './quote-media.tsx'

type MediaFile = QuoteContent['media'][number]

interface FileProps {
  quoteId: string
  file: MediaFile
}

/** The files of a quote for the company that it was sent to. */
export function MyMedia({ quoteId, media }: { quoteId: string; media: QuoteContent['media'] }) {
  return (
    <QuoteMedia
      media={media}
      picture={(file) => <Picture quoteId={quoteId} file={file} />}
      open={(file) => <SaveButton quoteId={quoteId} file={file} />}
    />
  )
}

function Picture({ quoteId, file: { id: fileId } }: FileProps) {
  const request = toRequest(api.myQuoteFile, { params: { id: quoteId, fileId }, query: { size: 'medium' } })
  const { address } = usePictureAddress({ queryKey: ['my-quotes', quoteId, 'picture', fileId], request })
  return address === undefined ? null : <img className="h-40 w-full object-contain" alt="" src={address} />
}

function SaveButton({ quoteId, file: { id: fileId, caption, name } }: FileProps) {
  const save = useMutation({
    mutationFn: async () => {
      const response = await authorizedFetch(toRequest(api.myQuoteFile, { params: { id: quoteId, fileId } }))
      if (!response.ok) throw await readProblem(response)
      saveFile(await response.blob(), name)
    },
  })
  return (
    <>
      <button type="button" className="text-start underline max-md:min-h-11" onClick={() => save.mutate()}>
        {caption}
      </button>
      {save.isError && <span className="block text-12 text-bad">{t('quotePage.fileNotSaved')}</span>}
    </>
  )
}
