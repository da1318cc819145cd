import type { api, CallInput } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type ComponentType, createContext, type ReactNode, Suspense, use } from 'react'
import { Button } from '../ui/button.tsx'

interface MakerProps {
  request: CallInput<typeof api.generatePdf>['body']
  size: 'dense'
  children: ReactNode
}

/** The button that makes documents. It is a feature, which screens of others get from the layout. */
export const DocumentMaker = createContext<ComponentType<MakerProps> | undefined>(undefined)

interface PdfButtonProps {
  request: MakerProps['request']
  /** What the button makes, for those who hear it alone. */
  label: string
  /** What stands on the button where 'PDF' will not do. */
  children?: ReactNode
}

/** Makes the document of a record and hands it to the reader. */
export function PdfButton({ request, label, children }: PdfButtonProps) {
  const Maker = use(DocumentMaker)
  if (Maker === undefined) return null
  const words = (
    <>
      <span aria-hidden="true">{children ?? t('resource.pdf')}</span>
      <span className="sr-only">{label}</span>
    </>
  )
  // What stands there until it is loaded is as large.
  return (
    <Suspense fallback={<Button size="dense">{words}</Button>}>
      <Maker request={request} size="dense">
        {words}
      </Maker>
    </Suspense>
  )
}
