import { t } from '@packhouse/messages'
import { DASH } from '../../../lib/format/numbers.ts'
import { type FormValues, textsOf } from '../../../resource/form-values.ts'

/** The field as it appears in a machine, among the filters and in a quote. */
export function FieldPreview({ values }: { values: FormValues }) {
  const label = String(values.label || t('library.label'))
  const unit = String(values.unit ?? '')
  const example = exampleOf(values)
  return (
    <section aria-label={t('library.howItAppears')}>
      <h3 className="mb-1.5">{t('library.howItAppears')}</h3>
      <div className="grid gap-2.5 rounded-control border border-dashed border-line-2 bg-surface-2 px-3 py-2.5 text-13">
        <Part name={t('library.machine')}>
          <span className="flex justify-between gap-3">
            <span className="text-text-2">
              {label}
              {values.required === true && <span className="text-kraft-strong"> *</span>}
            </span>
            <span className="text-end font-[550]">
              {example} <small className="text-12 font-normal text-text-2">{unit}</small>
            </span>
          </span>
        </Part>
        <Part name={t('library.filter')}>
          {values.filterable === true ? <FilterLook values={values} label={label} /> : t('library.notAFilter')}
        </Part>
        <Part name={t('library.quote')}>
          {values.inQuote === true ? `${label} ${example} ${unit}`.trim() : t('library.notInQuotes')}
        </Part>
      </div>
    </section>
  )
}

function Part({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <span className="block text-11 text-text-3">{name}</span>
      {children}
    </div>
  )
}

/** A picture of the filter; nothing in it can be pressed. */
function FilterLook({ values, label }: { values: FormValues; label: string }) {
  const box = 'h-[30px] flex-1 rounded-control border border-line-2 bg-surface px-2 leading-7 text-text-3 tabular-nums'
  if (values.kind === 'number' || values.kind === 'range') {
    return (
      <span className="flex items-center gap-2">
        <span className={box}>{String(values.min || t('library.any'))}</span>
        <span className="text-12 text-text-3">{t('library.toBetween')}</span>
        <span className={box}>{String(values.max || t('library.any'))}</span>
      </span>
    )
  }
  return (
    <ul aria-label={label}>
      {choicesOf(values).map((choice) => (
        <li key={choice} className="flex items-center gap-2">
          <span aria-hidden="true" className="size-3.5 rounded-[3px] border-[1.5px] border-control" />
          {choice}
        </li>
      ))}
    </ul>
  )
}

function choicesOf({ kind, options }: FormValues): string[] {
  if (kind === 'boolean') return [t('general.yes'), t('resource.no')]
  if (kind === 'enum' && textsOf(options).length > 0) return textsOf(options)
  return [DASH]
}

function exampleOf({ kind, min, max, options }: FormValues): string {
  if (kind === 'boolean') return t('general.yes')
  if (kind === 'enum') return textsOf(options)[0] ?? DASH
  const [from, to] = [String(min || '120'), String(max || '450')]
  if (kind === 'range') return t('library.fromToNumbers', { from, to })
  return kind === 'number' ? to : t('library.exampleText')
}
