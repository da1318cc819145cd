import { type ReactNode, useEffect, useRef } from 'react'
import { Alert } from '../../ui/alert.tsx'

export interface OutcomeProps {
  tone: 'ok' | 'warn'
  text: string
  /** Where to go from here. */
  children: ReactNode
}

/** What has come of a form, in its place. It takes the focus, which the form had, so that it is read. */
export function Outcome({ tone, text, children }: OutcomeProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className="grid gap-5 outline-none">
      <Alert tone={tone} className="wrap-anywhere">
        {text}
      </Alert>
      {children}
    </div>
  )
}
