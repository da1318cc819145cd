import { t } from '@packhouse/messages'
import { useEffect, useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

/** The recovery codes, shown only once: to copy, download or print. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [copied, setCopied] = useState<boolean | null>(null)
  useEffect(() => heading.current?.focus(), [])
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <div className="grid gap-3 rounded-control border border-line-2 p-4">
      <h3 ref={heading} tabIndex={-1} className="outline-none">
        {t('settings.yourRecoveryCodes')}
      </h3>
      <p className="text-text-2">{t('settings.keepThemWhereOnlyYouFind')}</p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-15 md:w-80">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {copied === true && <Alert tone="ok">{t('settings.theCodesAreCopied')}</Alert>}
      {copied === false && <Alert tone="bad">{t('general.copyingBlocked', { what: 'text' })}</Alert>}
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button onClick={() => void copy()}>{t('general.copy')}</Button>
        <Button onClick={() => download(codes)}>{t('settings.download')}</Button>
        <Button onClick={() => print()}>{t('settings.print')}</Button>
        <Button variant="primary" onClick={onDone}>
          {t('settings.iHaveKeptThem')}
        </Button>
      </div>
    </div>
  )
}

function download(codes: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(address)
}
