import { t } from '@packhouse/messages'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { readBarcode, readsBarcodes } from './read-barcode.ts'

const MAX_TEXT = 200

/**
 * Takes a photo of a label. Where the browser reads barcodes, what the code says is searched for; else the photo is shown so that somebody can type
 * the number that is on it. It stays on the device.
 */
export function LabelReader({ onRead }: { onRead: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [photo, setPhoto] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const id = useId()
  useEffect(() => () => (photo === undefined ? undefined : URL.revokeObjectURL(photo)), [photo])
  const read = async (file: File) => {
    setBusy(true)
    const text = await readBarcode(file)
    setBusy(false)
    if (text === undefined) {
      setPhoto(URL.createObjectURL(file))
      return
    }
    setPhoto(undefined)
    onRead(text.slice(0, MAX_TEXT))
  }
  return (
    <>
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={t('service.photoOfLabel')}
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // The same photo may be chosen again.
          event.target.value = ''
          if (file) void read(file)
        }}
      />
      <Button busy={isBusy} onClick={() => input.current?.click()}>
        {t('service.photoOfLabel')}
      </Button>
      {photo !== undefined && (
        <div role="status" className="grid gap-2 text-13 sm:col-span-2">
          <p>{readsBarcodes() ? t('service.noCodeOnPhoto') : t('service.browserReadsNoCodes')}</p>
          <img
            src={photo}
            alt={t('service.photoOfLabel')}
            className="max-h-64 max-w-full justify-self-start border border-line"
          />
        </div>
      )}
    </>
  )
}
