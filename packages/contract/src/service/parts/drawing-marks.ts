import { field } from '../../engine/field.ts'
import { defineResource } from '../../engine/resource.ts'
import { position } from './part-fields.ts'

/** Most marks of one drawing. */
export const MAX_DRAWING_MARKS = 500

/** Where a position is on a drawing, so that it can be pressed there. */
export const drawingMarks = defineResource({
  name: 'drawingMark',
  table: 'drawing_mark',
  area: 'Service',
  noun: ['mark on a drawing', 'marks on drawings'],
  fields: {
    documentId: field.reference('machineDocument', { label: 'Drawing', required: true, frozen: true, filter: true }),
    position: position(),
    page: field.integer({
      label: 'Page',
      help: 'Of a PDF; a picture has one',
      required: true,
      min: 1,
      max: 500,
      fallback: 1,
      sort: true,
    }),
    x: field.number({
      label: 'From the left',
      help: '0 is the left edge, 1 the right one',
      required: true,
      min: 0,
      max: 1,
    }),
    y: field.number({
      label: 'From the top',
      help: '0 is the upper edge, 1 the lower one',
      required: true,
      min: 0,
      max: 1,
    }),
  },
  mounts: [{ path: '/v1/drawing-marks' }, { path: '/v1/machine-documents/{parentId}/marks', parent: 'documentId' }],
  label: 'position',
  defaultSort: 'position',
  rules: {
    drawing_mark_once: {
      code: 'duplicate',
      fields: ['position'],
      key: ['documentId', 'position'],
      message: 'is on the drawing already',
    },
    drawing_mark_most: {
      code: 'rule',
      fields: ['documentId'],
      message: `has ${MAX_DRAWING_MARKS} marks already; remove some first`,
    },
  },
  traits: { csv: true },
})
