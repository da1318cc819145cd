import { type SettingKey, type StoredValue, settingOf } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { ColourSwatch } from './colour-swatch.tsx'
import { valueWords } from './setting-words.ts'

/** A value of before, of after or of a file. Null leaves the setting to its default; a secret is never shown. */
export function ChangedValue({ settingKey: key, value }: { settingKey: SettingKey; value: StoredValue }) {
  const { kind, fallback } = settingOf(key)
  if (kind === 'secret') return <span className="text-text-2">{t('installation.notShown')}</span>
  if (value === null) {
    if (fallback === null) return <span className="text-text-2">{t('installation.isNotSet')}</span>
    return <span className="text-text-2">{t('installation.theDefault', { value: valueWords(key, fallback) })}</span>
  }
  if (kind === 'picture') {
    return (
      <span className="inline-block rounded-control bg-bar px-2 py-1 align-middle">
        <img src={String(value)} alt={t('installation.aPicture')} className="h-5 max-w-30" />
      </span>
    )
  }
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 align-middle">
      {kind === 'colour' && <ColourSwatch colour={String(value)} />}
      <bdi className="min-w-0 whitespace-pre-line">{valueWords(key, value)}</bdi>
    </span>
  )
}
