import { type ReactNode, useEffect } from 'react'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { DocumentRequest } from './make-document.ts'
import { useDocument } from './use-document.ts'

interface DocumentButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  request: DocumentRequest
  children: ReactNode
}

/** Makes a document that needs no choices; the foot of the screen says how it goes. */
export function DocumentButton({ request, children, ...look }: DocumentButtonProps) {
  const { busy, words, failed, make } = useDocument()
  useEffect(() => {
    if (words !== '') showToast({ message: words, tone: failed ? 'failed' : 'done' })
  }, [words, failed])
  return (
    <Button {...look} busy={busy} onClick={() => void make(request)}>
      {children}
    </Button>
  )
}
