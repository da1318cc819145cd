import { areas, type Row } from '@packhouse/contract'
import type { Records } from './records.ts'

const {
  compatibilities,
  libraryMachines,
  libraryTags,
  machineOptions,
  machineTypes,
  optionDefinitions,
  packagingStyles,
} = areas.library.resources

/** A small library: two types, their machines with values, a packaging style with answers, and options with rules. */
export interface Library {
  flow: Row<typeof machineTypes>
  bagger: Row<typeof machineTypes>
  /** By model. */
  machines: Record<string, Row<typeof libraryMachines>>
  style: Row<typeof packagingStyles>
  /** By code. */
  options: Record<string, Row<typeof machineOptions>>
}

/** @param prefix of codes and models, so that several tests can have one */
export async function makeLibrary(records: Records, prefix: string): Promise<Library> {
  const flow = await makeType(records, prefix, 'Flow wrapper', 'flowWrapper')
  const bagger = await makeType(records, prefix, 'Vertical bagger', 'vffs')
  const machines = await makeMachines(records, prefix, { flow, bagger })
  const style = await makeStyle(records, prefix, machines)
  const options = await makeOptions(records, prefix, machines[`${prefix}-0930`])
  return { flow, bagger, machines, style, options }
}

async function makeType(records: Records, prefix: string, name: string, category: 'flowWrapper' | 'vffs') {
  const type = await records.create(machineTypes, {
    code: `${prefix}-${category}`,
    name: `${prefix} ${name}`,
    category,
  })
  const { id: typeId } = type
  // They go with their type: one that has a value cannot be deleted alone.
  const of = async (field: object) =>
    await records.send('POST', `/v1/machine-library/machine-types/${typeId}/field-specs`, field)
  await of({
    key: 'packLength',
    label: 'Pack length',
    kind: 'range',
    unit: 'mm',
    min: 30,
    max: 600,
    required: true,
    inQuote: true,
    sort: 1,
  })
  await of({
    key: 'filmWidth',
    label: 'Film width',
    kind: 'number',
    unit: 'mm',
    min: 80,
    max: 600,
    inQuote: true,
    sort: 2,
  })
  await of({ key: 'splice', label: 'Splice', kind: 'enum', options: ['Automatic', 'By hand'], sort: 3 })
  await of({ key: 'gasFlush', label: 'Gas flush', kind: 'boolean', sort: 4 })
  await of({ key: 'control', label: 'Control', kind: 'text', filterable: false, sort: 5 })
  return type
}

type Types = Pick<Library, 'flow' | 'bagger'>

async function makeMachines(records: Records, prefix: string, { flow, bagger }: Types) {
  const washDown = await records.create(libraryTags, { name: `${prefix} wash-down`, colour: '#2b6cb0' })
  const rows = [
    ['0930', 'Cold seal, twin infeed', flow, 120, 'IP65', [60, 340], 450, '91130', 16],
    ['0870', 'Rotary jaw, single reel', flow, 90, 'IP54', [60, 280], 380, '58400', 12],
    ['1980', '320 mm jaws, intermittent', bagger, 55, 'IP54', [80, 400], 300, '62900', 12],
  ] as const
  const machines: Record<string, Row<typeof libraryMachines>> = {}
  for (const [number, name, type, designSpeed, ipRating, [from, to], filmWidth, basePrice, leadWeeks] of rows) {
    const model = `${prefix}-${number}`
    const draft = {
      model,
      name,
      typeId: type.id,
      designSpeed,
      designSpeedUnit: 'packs/min',
      ipRating,
      basePrice,
      leadWeeks,
    }
    const size = {
      widthMm: 4_860,
      depthMm: 1_120,
      heightMm: 1_940,
      weightKg: 1_380,
      voltage: 400,
      phases: 3,
      powerKw: 6.8,
    }
    const made = await records.create(libraryMachines, { ...draft, ...size, currency: 'EUR' })
    const values = { packLength: { from, to }, filmWidth, splice: 'Automatic', gasFlush: number === '0930' }
    await records.send('PUT', `/v1/machine-library/machines/${made.id}/specs`, { rowVersion: made.rowVersion, values })
    machines[model] = await records.update(libraryMachines, made.id, {
      rowVersion: made.rowVersion + 1,
      lifecycle: 'active',
    })
  }
  const { id = '' } = machines[`${prefix}-0930`] ?? {}
  await records.send('POST', `/v1/machine-library/machines/${id}/tags/${washDown.id}`, {})
  return machines
}

/** One machine can make it, one under a condition, and of one it is unknown. */
async function makeStyle(records: Records, prefix: string, machines: Library['machines']) {
  const style = await records.create(packagingStyles, {
    code: `${prefix}-FIN`,
    name: `${prefix} flow pack, fin seal`,
    family: 'pouch',
    standardRef: 'FEFCO 0201',
    lengthMin: 60,
    lengthMax: 340,
    materials: ['BOPP'],
  })
  const answer = async (number: string, given: object) =>
    await records.create(compatibilities, {
      machineId: machines[`${prefix}-${number}`]?.id ?? '',
      styleId: style.id,
      ...given,
    } as never)
  await answer('0930', { result: 'yes', evidence: 'reference' })
  await answer('0870', { result: 'conditional', speedMax: 45 })
  return style
}

async function makeOptions(records: Records, prefix: string, machine: Row<typeof libraryMachines> | undefined) {
  const options: Library['options'] = {}
  for (const [code, name, availability, price, leadDays] of [
    ['TWN-INF', 'Twin infeed with phase control', 'standard', null, null],
    ['SPL-AUT', 'Automatic film splice', 'optional', '5690', 28],
    ['REEL', 'Reel holder', 'optional', '1200', 10],
    ['JAW-4H', 'Four-head rotary jaw', 'optional', '20880', 56],
  ] as const) {
    const definition = await records.create(optionDefinitions, { code: `${prefix}-${code}`, name, category: 'Film' })
    const given = { machineId: machine?.id ?? '', definitionId: definition.id, name, availability, price, leadDays }
    options[code] = await records.create(machineOptions, given)
  }
  const relate = async (code: string, relation: 'requires' | 'excludes', other: string) =>
    await records.send('POST', `/v1/machine-library/machine-options/${options[code]?.id}/${relation}/attach`, {
      ids: [options[other]?.id],
    })
  await relate('SPL-AUT', 'requires', 'REEL')
  await relate('JAW-4H', 'excludes', 'TWN-INF')
  return options
}
