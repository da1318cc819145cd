import { field } from '../../engine/field.ts'

export const part = () => field.reference('itemMaster', { label: 'Part', required: true, frozen: true, filter: true })

export const neededQuantity = () =>
  field.decimal({ label: 'Quantity', decimalPlaces: 4, positive: true, required: true, fallback: '1' })

export const position = () =>
  field.text({
    label: 'Position',
    help: 'Its number on the drawing',
    required: true,
    max: 40,
    example: '12',
    search: true,
    sort: true,
  })

export const drawing = () =>
  field.reference('machineDocument', {
    label: 'Drawing',
    help: 'The document that shows the position',
    filter: true,
    example: null,
  })
