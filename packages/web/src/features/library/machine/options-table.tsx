import { t } from '@packhouse/messages'
import { formatPrice } from '../../../lib/format/money.ts'
import { DASH, formatCount } from '../../../lib/format/numbers.ts'
import { compareNames } from '../../../lib/format/order.ts'
import type { ResourceRow } from '../../../resource/registry.ts'
import { headClasses } from '../../../resource/table/table-head.tsx'
import { useSeesCost } from '../../../resource/use-sees-cost.ts'
import { Badge } from '../../../ui/badge.tsx'
import { OptionNote } from './option-note.tsx'
import { type OptionRules, useOptionRules } from './use-option-rules.ts'

const cell = 'border-b border-line px-3 py-2 align-top'

/** One line for each option, by category; one that cannot be had stays in its place. */
export function OptionsTable({ machine, options }: { machine: ResourceRow; options: readonly ResourceRow[] }) {
  const rules = useOptionRules(machine.id, options)
  const seesCost = useSeesCost()
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-separate border-spacing-0 text-13">
        <thead>
          <tr>
            <th className={`${headClasses} text-start`}>{t('library.option')}</th>
            <th className={`${headClasses} text-start max-md:hidden`}>{t('library.availability')}</th>
            <th className={`${headClasses} text-end`}>{t('library.lead')}</th>
            {seesCost && <th className={`${headClasses} text-end max-md:hidden`}>{t('library.cost')}</th>}
            <th className={`${headClasses} text-end`}>{t('library.price')}</th>
          </tr>
        </thead>
        {groupsOf(options, rules).map(({ title, members }) => (
          <tbody key={title}>
            {title !== '' && (
              <tr>
                <th
                  scope="rowgroup"
                  colSpan={seesCost ? 5 : 4}
                  className="border-b border-line bg-surface-2 px-3 py-1.5 text-start text-12 font-semibold text-text-2"
                >
                  {title} <span className="font-normal tabular-nums text-text-3">{formatCount(members.length)}</span>
                </th>
              </tr>
            )}
            {members.map((option) => (
              <OptionRow key={option.id} machine={machine} option={option} rules={rules} seesCost={seesCost} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

interface OptionGroup {
  /** Empty while the categories are not known. */
  title: string
  members: readonly ResourceRow[]
}

/** In the order of the categories; options of none come last. */
function groupsOf(options: readonly ResourceRow[], rules: OptionRules | undefined): OptionGroup[] {
  if (rules === undefined) return [{ title: '', members: options }]
  const groups = [...Map.groupBy(options, ({ id }) => rules.categoryOf(id))]
  const named = groups.flatMap(([title, members]) => (title === null ? [] : [{ title, members }]))
  const others = groups.flatMap(([title, members]) =>
    title === null ? [{ title: t('configurator.otherOptions'), members }] : [],
  )
  return [...named.toSorted((one, other) => compareNames(one.title, other.title)), ...others]
}

interface OptionRowProps {
  machine: ResourceRow
  option: ResourceRow
  rules: OptionRules | undefined
  seesCost: boolean
}

function OptionRow({ machine, option, rules, seesCost }: OptionRowProps) {
  const isStandard = option.availability === 'standard'
  const { leadDays } = option
  const isExcluded = rules?.exclusionOf(option.id) !== undefined
  return (
    <tr className={isExcluded ? 'text-text-3' : undefined}>
      <td className={`${cell} w-full`}>
        {isExcluded ? (
          <s className="font-[550] decoration-line-2">{String(option.name)}</s>
        ) : (
          <span className="font-[550]">{String(option.name)}</span>
        )}
        {rules && <OptionNote id={option.id} rules={rules} />}
      </td>
      <td className={`${cell} whitespace-nowrap max-md:hidden`}>
        {isStandard ? (
          <Badge tone="plain">{t('library.standard')}</Badge>
        ) : (
          <span className="text-12 text-text-2">{t('library.optional')}</span>
        )}
      </td>
      <td className={`${cell} text-end whitespace-nowrap text-text-2 tabular-nums`}>
        {typeof leadDays === 'number' ? t('library.days', { count: leadDays }) : DASH}
      </td>
      {seesCost && (
        <td className={`${cell} text-end whitespace-nowrap text-text-2 tabular-nums max-md:hidden`}>
          {formatPrice(option.cost, machine.currency)}
        </td>
      )}
      <td className={`${cell} text-end font-[550] whitespace-nowrap tabular-nums`}>
        {isStandard && option.price === null ? t('library.included') : formatPrice(option.price, machine.currency)}
      </td>
    </tr>
  )
}
