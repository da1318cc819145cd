import { t } from '@packhouse/messages'
import { useEffect, useRef, useState } from 'react'
import { type DocumentRequest, makeDocument } from './make-document.ts'

export interface DocumentMaking {
  busy: boolean
  /** Progress, or why it failed, for the reader. */
  words: string
  failed: boolean
  /** Resolves to whether the document came. */
  make: (request: DocumentRequest) => Promise<boolean>
  stop: () => void
}

/** Makes one document at a time and says how it goes. It ends with its screen. */
export function useDocument(): DocumentMaking {
  const [state, setState] = useState({ busy: false, words: '', failed: false })
  const control = useRef<AbortController>(undefined)
  useEffect(() => () => control.current?.abort(), [])
  const make = async (request: DocumentRequest) => {
    control.current?.abort()
    const under = new AbortController()
    control.current = under
    const { signal } = under
    setState({ busy: true, words: t('documents.isBeingMade'), failed: false })
    try {
      const { isTagged, replaced } = await makeDocument(request, {
        signal,
        onWaiting: ({ ahead }) =>
          setState({ busy: true, words: t('documents.isWaiting', { ahead: ahead ?? 0 }), failed: false }),
      })
      const saved = isTagged ? t('documents.isSaved') : t('documents.isSavedWithoutTags')
      const missing = replaced.length === 0 ? '' : ` ${t('documents.replaced', { characters: replaced.join(' ') })}`
      setState({ busy: false, words: `${saved}${missing}`, failed: false })
      return true
    } catch (error) {
      if (signal.aborted) return false
      const reason = error instanceof Error ? error.message : String(error)
      setState({ busy: false, words: t('documents.wasNotMade', { reason }), failed: true })
      return false
    }
  }
  const stop = () => {
    control.current?.abort()
    setState({ busy: false, words: '', failed: false })
  }
  return { ...state, make, stop }
}
