import { type RefObject, useEffect, useRef } from 'react'
import { isDemoMode } from '../../../lib/demo-mode.ts'
import { loadForOffline } from '../../../lib/offline/own-outbox.ts'
import { useSearchChoice } from '../../../lib/use-search-choice.ts'
import { REQUEST_ENTRY } from './request-draft.ts'

const choices = ['', 'service'] as const

/** The form for a service request on the page of a machine. */
export interface Asking {
  isOpen: boolean
  open: () => void
  close: () => void
  /** Where the form is. */
  place: RefObject<HTMLDivElement | null>
}

/** Whether it is open is in the address, so that it opens again where the page is loaded without a connection. */
export function useAsking(): Asking {
  const [asking, setAsking] = useSearchChoice('ask', choices, '')
  const opener = useRef<Element>(null)
  const place = useRef<HTMLDivElement>(null)
  const isOpen = asking === 'service'
  useEffect(() => {
    // With the page, since the connection may be lost before the form is opened.
    if (navigator.onLine && !isDemoMode()) void loadForOffline([REQUEST_ENTRY]).catch(() => undefined)
  }, [])
  return {
    isOpen,
    place,
    open() {
      // It may be open far above the button.
      if (isOpen) return place.current?.querySelector('input')?.focus()
      opener.current = document.activeElement
      setAsking('service')
    },
    close() {
      setAsking('')
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}
