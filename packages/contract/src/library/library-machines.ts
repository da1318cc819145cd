import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { plain } from '../engine/text-schemas.ts'
import { countOf, ownCost } from './shared-fields.ts'

export const machineLifecycles = ['draft', 'active', 'obsolete'] as const

/** A filter by a spec value: the key of the field, a colon, and what is wanted. */
export const SPEC_FILTER = /^[a-z][A-Za-z0-9]{0,39}:[^\p{Cc}]{1,200}$/u

/** A stretch of numbers of which either end may be open, such as `40..130`. */
export const SPAN_FILTER = /^(\d{1,9}(\.\d{1,9})?)?\.\.(\d{1,9}(\.\d{1,9})?)?$/

const specFilter = z
  .string()
  .regex(SPEC_FILTER, 'must be the key of a field, a colon and a value, such as filmWidth:200..400')

/** The machines that are made and sold, as opposed to those installed at customers. Their values by type are machine-specs.ts. */
export const libraryMachines = defineResource({
  name: 'libraryMachine',
  table: 'library_machine',
  area: 'Library',
  noun: ['library machine', 'library machines'],
  fields: {
    model: field.text({
      label: 'Model',
      help: 'Installed machines name it as their configuration',
      required: true,
      max: 64,
      search: true,
      sort: true,
    }),
    name: field.text({ label: 'Name', required: true, search: true, sort: true }),
    typeId: field.reference('machineType', { label: 'Machine type', required: true, filter: true }),
    supplierId: field.reference('supplier', { label: 'Supplier', filter: true }),
    lifecycle: field.choice(machineLifecycles, {
      label: 'Lifecycle',
      required: true,
      fallback: 'draft',
      filter: true,
      sort: true,
    }),
    designSpeed: field.number({ label: 'Design speed', min: 0, max: 100_000, sort: true }),
    designSpeedUnit: field.text({ label: 'Unit of the speed', example: 'cycles/min', max: 20 }),
    widthMm: field.integer({ label: 'Width', unit: 'mm', min: 1, max: 1_000_000 }),
    depthMm: field.integer({ label: 'Depth', unit: 'mm', min: 1, max: 1_000_000 }),
    heightMm: field.integer({ label: 'Height', unit: 'mm', min: 1, max: 1_000_000 }),
    weightKg: field.number({ label: 'Weight', unit: 'kg', min: 0, max: 1_000_000 }),
    voltage: field.integer({ label: 'Voltage', unit: 'V', min: 1, max: 100_000, filter: true }),
    phases: field.integer({ label: 'Phases', min: 1, max: 3, filter: true }),
    powerKw: field.number({ label: 'Power', unit: 'kW', min: 0, max: 10_000 }),
    airBar: field.number({ label: 'Air pressure', unit: 'bar', min: 0, max: 100 }),
    airLitresPerMinute: field.number({ label: 'Air consumption', unit: 'L/min', min: 0, max: 1_000_000 }),
    ipRating: field.text({
      label: 'IP rating',
      example: 'IP65',
      max: 6,
      pattern: [/^IP[0-6X][0-9X]K?$/, 'must be a rating such as IP65'],
      filter: true,
    }),
    basePrice: field.decimal({ label: 'Base price', decimalPlaces: 4 }),
    baseCost: ownCost('Base cost'),
    currency: field.text({
      label: 'Currency',
      codeOf: 'currency',
      help: 'ISO 4217',
      example: 'EUR',
      pattern: [/^[A-Z]{3}$/, 'must be the code of a currency, such as EUR'],
    }),
    leadWeeks: field.integer({ label: 'Lead time', unit: 'weeks', min: 0, max: 500, sort: true }),
    notes: field.multiline({ label: 'Notes' }),
    styleCount: countOf('Styles', 'Packaging styles that it makes, perhaps under conditions'),
    optionCount: countOf('Options'),
  },
  mounts: [{ path: '/v1/machine-library/machines' }],
  label: 'name',
  sublabel: 'model',
  defaultSort: 'name',
  rules: {
    library_machine_model_taken: {
      code: 'duplicate',
      fields: ['model'],
      message: 'is used by another library machine',
    },
    library_machine_model_frozen: {
      code: 'rule',
      fields: ['model'],
      message: 'must stay as it is: installed machines were built as it',
    },
    library_machine_type_frozen: {
      code: 'rule',
      fields: ['typeId'],
      message: 'must stay as it is: the machine has values of the fields of its type',
    },
    library_machine_required_specs: {
      code: 'rule',
      fields: ['lifecycle'],
      message: 'must be draft until every required field of the type has a value',
    },
    library_machine_currency_fkey: {
      code: 'rule',
      fields: ['currency'],
      message: 'must be the code of a known currency',
    },
    library_machine_base_price_whole: {
      code: 'rule',
      fields: ['basePrice'],
      message: 'must have no decimals: the currency has none',
    },
    library_machine_has_public_documents: {
      code: 'retained',
      fields: [],
      message:
        'The machine has public documents, which stay for ten years. Set its lifecycle to obsolete instead of deleting it.',
    },
  },
  traits: {
    dropdown: true,
    options: true,
    softDelete: true,
    csv: true,
    files: true,
    bulk: ['lifecycle', 'supplierId'],
    filters: {
      spec: {
        value: specFilter,
        description:
          'Values by the key of a field: `filmWidth:200..400`, `filmWidth:..400`, `washDown:true` or `head:auger|multihead`. ' +
          'Given several times, at most 20, all must hold. A key of no field that lists are filtered by is refused.',
      },
      tagId: { value: z.uuid('must be the id of a tag'), description: 'Machines with every one of these tags' },
      styleId: {
        value: z.uuid('must be the id of a packaging style'),
        description: 'Machines that can make every one of these packaging styles, perhaps under conditions',
      },
      possibleStyleId: {
        value: z.uuid('must be the id of a packaging style'),
        description:
          'Machines that can make every one of these packaging styles, perhaps under conditions, and those of which it is unknown',
      },
      speed: {
        value: z.string().regex(SPAN_FILTER, 'must be two numbers with two dots between them, such as 40..130'),
        description: 'Design speeds from and to: `40..130`, `40..` or `..130`',
      },
    },
    relations: {
      tags: {
        to: 'libraryTag',
        table: 'library_machine_tag',
        column: 'machine_id',
        otherColumn: 'tag_id',
        noun: ['tag', 'tags'],
      },
    },
  },
})

const machineParams = z.object({ id: z.uuid() })

export const duplicateLibraryMachine = defineCall({
  area: 'Library',
  method: 'POST',
  path: '/v1/machine-library/machines/{id}/duplicate',
  summary: 'Make a draft out of a library machine',
  description:
    'Values, tags, options with their rules, and packaging styles come along. Evidence, files and documents do not.',
  access: 'libraryMachine.create',
  params: machineParams,
  body: z.strictObject({ model: plain(64, false), name: plain(200, false).optional() }),
  result: libraryMachines.row,
  status: 201,
  problems: ['duplicate'],
})

const tagParams = z.object({ id: z.uuid(), tagId: z.uuid() })

export const attachMachineTag = defineCall({
  area: 'Library',
  method: 'POST',
  path: '/v1/machine-library/machines/{id}/tags/{tagId}',
  summary: 'Attach a tag to a library machine',
  description: 'One that is attached already stays so.',
  access: 'libraryMachine.update',
  params: tagParams,
})

export const detachMachineTag = defineCall({
  area: 'Library',
  method: 'DELETE',
  path: '/v1/machine-library/machines/{id}/tags/{tagId}',
  summary: 'Detach a tag from a library machine',
  description: 'One that is not attached is passed over.',
  access: 'libraryMachine.update',
  params: tagParams,
})
