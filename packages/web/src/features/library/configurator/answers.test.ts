import { expect, it } from 'vitest'
import { readAnswers, toJob, workOutOutput, writeAnswers } from './answers.ts'

const STYLE = '0198f0aa-0000-7000-8000-000000000001'

it('reads from an address what it wrote there', () => {
  const asked = {
    family: 'bag',
    styleId: STYLE,
    length: 180,
    width: 120.5,
    output: 90,
    hours: 16,
    availability: 85,
    machines: 2,
    material: 'Mono-PE',
    voltage: 400,
    phases: 3,
    washDown: true,
    budget: '120000.50',
    currency: 'NOK',
    date: '2027-03-31',
    sort: 'price',
  } as const
  const address = writeAnswers(asked)
  expect(readAnswers(address)).toEqual({ ...asked, height: null })
})

it('leaves no trace of what is not asked, and takes nothing from an address that cannot be an answer', () => {
  const nothing = readAnswers({})
  expect(Object.values(writeAnswers(nothing)).every((value) => value === undefined)).toBe(true)
  const odd = { style: 'x', length: '-3', width: '1e9', output: 'NaN', runs: '0', machines: '2.5', voltage: '400.5' }
  const others = { family: 'box', wash: 'yes', budget: '1,000', currency: 'euro', by: '2027-13-40', sort: 'name' }
  expect(readAnswers({ ...odd, ...others })).toEqual(nothing)
})

it('works out what a machine must reach to make up for its stops, shared by several machines', () => {
  const answers = readAnswers({ style: STYLE, output: '90', hours: '16' })
  expect(workOutOutput(answers)).toEqual({ perMachine: 90, withStops: 97.83, perDay: 86_400 })
  expect(workOutOutput({ ...answers, machines: 3, availability: 100 })).toEqual({
    perMachine: 30,
    withStops: 30,
    perDay: 86_400,
  })
  expect(workOutOutput({ ...answers, output: 100_000 }).withStops).toBe(100_000)
  expect(workOutOutput({ ...answers, output: null }).withStops).toBeNull()
})

it('asks nothing without a packaging style, and names a currency only with a budget', () => {
  expect(toJob(readAnswers({ output: '90' }))).toBeUndefined()
  const job = toJob(readAnswers({ style: STYLE, currency: 'NOK' }))
  expect(job).toMatchObject({ styleId: STYLE, outputPerMinute: null, peakPerMinute: null, material: null, date: null })
  expect(job).not.toHaveProperty('currency')
  expect(toJob(readAnswers({ style: STYLE, currency: 'NOK', budget: '5' }))).toMatchObject({
    budget: '5',
    currency: 'NOK',
  })
})
