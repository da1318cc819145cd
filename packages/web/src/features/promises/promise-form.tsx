import { type PromiseKind, type PromiseSource, promiseKinds, promiseSources, promises } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { FormFrame } from '../../resource/form/form-frame.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { numberOf } from './number-of.ts'
import { sourceWords } from './promise-words.ts'
import { promisesKey } from './use-promises.ts'

const kindWords: Readonly<Record<PromiseKind, string>> = {
  speed: t('promises.speed'),
  availability: t('promises.availability'),
  rejectRate: t('promises.rejectRate'),
  other: t('promises.otherFigure'),
}
/** What a promise of a kind is mostly written in. */
const units: Readonly<Record<PromiseKind, string>> = {
  speed: t('promises.perMin'),
  availability: '%',
  rejectRate: '%',
  other: '',
}

/** Fields of numbers. */
const numbers: readonly string[] = ['figure', 'packsPerCycle', 'tagLeast', 'tagMost']
/** What else a speed is held against. */
const none = { packsPerCycle: null, recipe: null, tag: null, tagValue: null, tagLeast: null, tagMost: null }

interface PromiseFormProps {
  id: string
  machineId: string
  onDone: () => void
}

/** Writes down a promise. Its other fields are in the list of promises. */
export function PromiseForm({ id, machineId, onDone }: PromiseFormProps) {
  const client = useQueryClient()
  const [kind, setKind] = useState<PromiseKind>('speed')
  const [source, setSource] = useState<PromiseSource>('quote')
  const [texts, setTexts] = useState({
    ...{ name: '', figure: '', unit: units.speed, reference: '', conditions: '' },
    ...{ packsPerCycle: '', recipe: '', tag: '', tagValue: '', tagLeast: '', tagMost: '' },
  })
  const field = (name: keyof typeof texts, label: string) => (
    <TextField
      label={label}
      value={texts[name]}
      {...(numbers.includes(name)
        ? { inputMode: 'decimal' as const }
        : { maxLength: name === 'conditions' ? 500 : 200 })}
      onChange={(event) => setTexts((now) => ({ ...now, [name]: event.target.value }))}
    />
  )
  const fault = () => {
    if (texts.name.trim() === '') return t('promises.enterAName')
    if (numberOf(texts.figure) === undefined) return t('promises.enterAFigure')
    if (texts.unit.trim() === '') return t('promises.enterAUnit')
    if (texts.packsPerCycle.trim() !== '' && !numberOf(texts.packsPerCycle)) return t('promises.enterPacks')
    if ([texts.tagLeast, texts.tagMost].some((typed) => typed.trim() !== '' && limitOf(typed) === null))
      return t('promises.enterLimits')
    const hasValue = [texts.tagValue, texts.tagLeast, texts.tagMost].some((typed) => typed.trim() !== '')
    return (texts.tag.trim() !== '') === hasValue ? undefined : t('promises.enterTagAndValue')
  }
  const send = async () => {
    const body = {
      ...{ machineId, kind, source, name: texts.name.trim(), unit: texts.unit.trim() },
      direction: kind === 'rejectRate' ? ('atMost' as const) : ('atLeast' as const),
      figure: numberOf(texts.figure) ?? 0,
      reference: texts.reference.trim() || null,
      conditions: texts.conditions.trim() || null,
      ...(kind === 'speed' ? conditionsOf(texts) : none),
    }
    await callApi(promises.calls.create, { body })
    await client.invalidateQueries({ queryKey: promisesKey(id) })
    showToast({ message: t('promises.promiseAdded') })
  }
  return (
    <FormFrame look="panel" title={t('promises.addAPromise')} fault={fault} send={send} onDone={onDone}>
      <div className="grid items-start gap-3 md:grid-cols-2 xl:grid-cols-4">
        <Select
          label={t('promises.measuredAs')}
          options={promiseKinds.map((value) => ({ value, label: kindWords[value] }))}
          value={kind}
          onValueChange={(value) => {
            setKind(value)
            setTexts((now) => ({ ...now, unit: units[value] }))
          }}
        />
        {field('name', t('promises.promise'))}
        {field('figure', t('promises.figure'))}
        {field('unit', t('promises.unit'))}
        <Select
          label={t('promises.writtenIn')}
          options={promiseSources.map((value) => ({ value, label: sourceWords[value] }))}
          value={source}
          onValueChange={setSource}
        />
        {field('reference', t('promises.place'))}
        {kind === 'speed' && (
          <>
            {field('packsPerCycle', t('promises.packsPerCycle'))}
            {field('recipe', t('promises.recipe'))}
            {field('tag', t('promises.tag'))}
            {field('tagValue', t('promises.tagValue'))}
            {field('tagLeast', t('promises.tagLeast'))}
            {field('tagMost', t('promises.tagMost'))}
          </>
        )}
        {field('conditions', t('promises.conditionsNotChecked'))}
      </div>
    </FormFrame>
  )
}

type Texts = Readonly<Record<keyof typeof none, string>>

function conditionsOf(texts: Texts) {
  return {
    packsPerCycle: numberOf(texts.packsPerCycle) ?? null,
    recipe: texts.recipe.trim() || null,
    tag: texts.tag.trim() || null,
    tagValue: texts.tagValue.trim() || null,
    tagLeast: limitOf(texts.tagLeast),
    tagMost: limitOf(texts.tagMost),
  }
}

/** A limit may be below zero. Null: there is none, or it is no number. */
function limitOf(typed: string): number | null {
  const plain = typed.trim().replace('−', '-')
  const size = numberOf(plain.replace(/^-/, ''))
  if (size === undefined) return null
  return plain.startsWith('-') ? -size : size
}
