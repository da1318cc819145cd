import type { api, QuoteContent } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMutation } from '@tanstack/react-query'
import { authorizedFetch } from '../../lib/api-client.ts'
import { readProblem } from '../../lib/api-error.ts'
import { toRequest } from '../../lib/api-request.ts'
import { usePictureAddress } from '../../lib/use-picture-address.ts'
import { saveFile } from '../../resource/download.ts'
import { QuoteMedia } from './quote-media.tsx'

type MediaFile = QuoteContent['media'][number]

interface FilesProps {
  /** Of the project. */
  id: string
  /** How its files are read. */
  call: (typeof api)['myQuoteFile'] | (typeof api)['previewQuoteFile']
}

/** The files of a quote for who is signed in. */
export function SignedInMedia({ media, ...files }: FilesProps & { media: QuoteContent['media'] }) {
  return (
    <QuoteMedia
      media={media}
      picture={(file) => <Picture {...files} file={file} />}
      open={(file) => <SaveButton {...files} file={file} />}
    />
  )
}

function Picture({ id, call, file: { id: fileId } }: FilesProps & { file: MediaFile }) {
  const request = toRequest(call, { params: { id, fileId }, query: { size: 'medium' } })
  const { address } = usePictureAddress({ queryKey: [call.path, id, fileId], request })
  return address === undefined ? null : <img className="h-40 w-full object-contain" alt="" src={address} />
}

function SaveButton({ id, call, file: { id: fileId, caption, name } }: FilesProps & { file: MediaFile }) {
  const save = useMutation({
    mutationFn: async () => {
      const response = await authorizedFetch(toRequest(call, { params: { id, fileId } }))
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
