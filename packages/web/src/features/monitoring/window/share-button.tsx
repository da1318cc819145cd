import { t } from '@packhouse/messages'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useWindow } from './machine-window.ts'
import { writeView } from './page-view.ts'

/** Copies a link that shows exactly what is shown now: a window of the last hours becomes that very stretch. */
export function ShareButton() {
  const { view, span } = useWindow()
  const [copied, setCopied] = useState<boolean>()
  const link = () => {
    const zoom = view.zoom ?? (view.day === undefined ? span : undefined)
    const address = new URL(location.pathname, location.origin)
    for (const [name, value] of Object.entries(writeView({ ...view, zoom }))) {
      for (const one of [value].flat()) if (one !== undefined) address.searchParams.append(name, one)
    }
    return address.href
  }
  const copy = () =>
    navigator.clipboard.writeText(link()).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <div className="flex flex-wrap items-center">
      <Button className="max-md:grow" onClick={() => void copy()} onBlur={() => setCopied(undefined)}>
        {t('monitoring.shareLink')}
      </Button>
      <span role="status" className="text-12 text-text-2 not-empty:ms-2.5">
        {copied === true && t('monitoring.theLinkIsCopied')}
        {copied === false && t('general.copyingBlocked', { what: 'address' })}
      </span>
    </div>
  )
}
