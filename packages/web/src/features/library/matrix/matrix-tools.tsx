import { compatibilityResults, packagingFamilies } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { memo, useEffect, useState } from 'react'
import { SearchIcon } from '../../../ui/icons.tsx'
import { answerWords } from './cell-words.ts'
import { familyWords } from './family-words.ts'
import { isAnswer, isFamily, type MatrixFilter } from './matrix-filter.ts'
import { ToolCheck, ToolSelect } from './tool-controls.tsx'

export interface MatrixToolsProps {
  filter: MatrixFilter
  material: string
  types: readonly { value: string; label: string }[]
  materials: readonly { value: string; label: string }[]
  onChange: (part: Partial<MatrixFilter> & { material?: string }) => void
}

/** What of the matrix is shown. All of it stands in the address. */
export const MatrixTools = memo(function MatrixTools(props: MatrixToolsProps) {
  const { filter, material, types, materials, onChange } = props
  return (
    <>
      <MatrixSearch value={filter.search} onChange={(search) => onChange({ search })} />
      <ToolSelect
        label={t('matrix.family')}
        value={filter.family}
        options={packagingFamilies.map((family) => ({ value: family, label: familyWords[family] }))}
        all={t('matrix.allFamilies')}
        onChange={(family) => onChange({ family: isFamily(family) ? family : '' })}
      />
      <ToolSelect
        label={t('matrix.machineType')}
        value={filter.typeId}
        options={types}
        all={t('matrix.allTypes')}
        onChange={(typeId) => onChange({ typeId })}
      />
      <ToolSelect
        label={t('matrix.answer')}
        value={filter.answer}
        options={compatibilityResults.map((answer) => ({ value: answer, label: answerWords[answer] }))}
        all={t('matrix.allAnswers')}
        onChange={(answer) => onChange({ answer: isAnswer(answer) ? answer : '' })}
      />
      <ToolSelect
        label={t('matrix.material')}
        value={material}
        options={materials}
        all={t('matrix.allMaterials')}
        onChange={(next) => onChange({ material: next })}
      />
      <ToolCheck checked={filter.stale} onChange={(stale) => onChange({ stale })}>
        {t('matrix.onlyStale')}
      </ToolCheck>
      <ToolCheck checked={filter.live} onChange={(live) => onChange({ live })}>
        {t('matrix.onlyLive')}
      </ToolCheck>
    </>
  )
})

/** So long after the last letter the address follows, ms. */
const PAUSE_MS = 200

function MatrixSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value)
  const [followed, setFollowed] = useState(value)
  if (value !== followed) {
    setFollowed(value)
    setTyped(value)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done with the words may be another function each time
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onChange(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, value])
  return (
    <div className="relative w-55 max-md:w-full">
      <SearchIcon className="pointer-events-none absolute top-1/2 start-2.5 -mt-2 text-text-3" />
      <input
        type="search"
        aria-label={t('matrix.findStyleOrMachine')}
        placeholder={t('matrix.findStyleOrMachine')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || typed === '') return
          event.preventDefault()
          setTyped('')
        }}
        className="h-[30px] w-full rounded-control border border-control bg-surface pe-2 ps-8.5 text-13 placeholder:text-text-3 hover:border-text-2 focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus max-md:h-11 max-md:text-16"
      />
    </div>
  )
}
