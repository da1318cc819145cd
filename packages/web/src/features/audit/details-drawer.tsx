import { t } from '@packhouse/messages'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useReturnFocus } from '../../lib/use-return-focus.ts'
import { SideDrawer, SideDrawerHead } from '../../resource/drawer/side-drawer.tsx'
import { useAuditEntry } from './audit-queries.ts'
import { actionWords } from './audit-words.ts'
import { EntryDetails } from './entry-details.tsx'

/** The details beside the list; on a phone they cover it. Escape closes them. */
export function DetailsDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const returnFocus = useReturnFocus(id)
  const { data } = useAuditEntry(id)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const close = () => {
    onClose()
    returnFocus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    close()
  }
  return (
    <SideDrawer label={t('audit.details')} onKeyDown={onKeyDown}>
      <SideDrawerHead onClose={close}>
        <h2 ref={heading} tabIndex={-1} className="outline-none">
          {data === undefined ? t('audit.details') : actionWords(data.entry)}
        </h2>
      </SideDrawerHead>
      <EntryDetails id={id} />
    </SideDrawer>
  )
}
