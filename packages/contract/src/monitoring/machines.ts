import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { STALE_AFTER_SECONDS } from './constants.ts'

/**
 * Installed machines as staff register them. A machine that publishes without being registered has no customer: it is
 * unclaimed (`?customerId=null`) until somebody gives it one. Deleting a machine retires it; its history stays.
 */
export const machines = defineResource({
  name: 'machine',
  table: 'machine',
  area: 'Installed machines',
  noun: ['machine', 'machines'],
  fields: {
    machineID: field.text({
      label: 'Machine ID',
      help: 'Its level in the MQTT topic. Cannot be changed later',
      example: 'VFFS-2214',
      required: true,
      frozen: true,
      max: 64,
      pattern: [
        /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
        'must start with a letter or digit, followed by letters, digits, dots, dashes or underscores',
      ],
      search: true,
      sort: true,
    }),
    description: field.text({ label: 'Description', search: true, sort: true }),
    customerId: field.reference('customer', { label: 'Customer', filter: true }),
    locationId: field.reference('location', { label: 'Location', filter: true }),
    location: field.text({
      label: 'Place',
      help: 'Shown in the overview, such as Bergen, Norway · Line 1',
      search: true,
      sort: true,
    }),
    configurationId: field.text({ label: 'Configuration', max: 64, filter: true, sort: true }),
    serial: field.text({ label: 'Serial number', max: 64, search: true, sort: true }),
    staleAfterSeconds: field.integer({
      label: 'Offline after',
      unit: 'seconds',
      help: 'Without a record for this long it shows as Offline',
      required: true,
      min: 1,
      max: 86_400,
      fallback: STALE_AFTER_SECONDS,
    }),
    designSpeed: field.number({ label: 'Design speed', unit: 'cycles/min', min: 0, max: 100_000, sort: true }),
    promisedSpeed: field.number({
      label: 'Promised speed',
      help: 'With the order',
      unit: 'cycles/min',
      min: 0,
      max: 100_000,
    }),
    minorStopSeconds: field.integer({
      label: 'Minor stops',
      unit: 'seconds max.',
      help: 'No reason is requested for stops this short',
      required: true,
      min: 1,
      max: 3_600,
      fallback: 60,
    }),
    projectItemId: field.reference('projectItem', { label: 'Ordered with', readOnly: true, filter: true }),
    deliveryDue: field.date({
      label: 'Delivery due',
      help: 'Until it is commissioned or publishes, it is to be delivered',
    }),
    commissionedAt: field.date({ label: 'Commissioned', sort: true }),
    warrantyEnd: field.date({ label: 'Warranty end', sort: true }),
    tagMapId: field.reference('tagMap', {
      label: 'Tag map',
      help: 'This machine’s own tag map. Once rolled out, it overrides the one for its configuration',
      filter: true,
    }),
    lastService: field.date({ label: 'Last service', sort: true }),
    nextDue: field.date({ label: 'Next service due', sort: true }),
    needsAttention: field.boolean({
      label: 'Needs attention',
      help: 'It is installed at a customer and is Offline, has never published, or is Faulted. Not while it is to be delivered',
      fallback: false,
      readOnly: true,
      derived: true,
      filter: true,
    }),
  },
  mounts: [{ path: '/v1/machines' }, { path: '/v1/customers/{parentId}/machines', parent: 'customerId' }],
  label: 'machineID',
  sublabel: 'description',
  defaultSort: 'machineID',
  rules: {
    machine_machine_id_taken: { code: 'duplicate', fields: ['machineID'], message: 'is used by another machine' },
    machine_location_of_customer: {
      code: 'rule',
      fields: ['locationId'],
      message: 'must be a location of the customer',
    },
    machine_last_service_by_records: {
      code: 'rule',
      fields: ['lastService'],
      message: 'is calculated from this machine’s service records: change those',
    },
    machine_next_due_by_plans: {
      code: 'rule',
      fields: ['nextDue'],
      message: 'is calculated from this machine’s service plans: change those',
    },
    machine_warranty_after_commissioning: {
      code: 'rule',
      fields: ['warrantyEnd'],
      message: 'must not be before the commissioning',
    },
    machine_has_public_documents: {
      code: 'retained',
      fields: [],
      message:
        'The public page of the machine shows documents that stay for ten years. Delete the machine without removing it for good.',
    },
    machine_model_has_public_documents: {
      code: 'rule',
      fields: ['configurationId'],
      message: 'must name a model with public documents: the public page of the machine shows those of the present one',
    },
  },
  traits: {
    dropdown: true,
    options: true,
    softDelete: true,
    csv: true,
    files: true,
    // Not the customer: a machine that changes hands takes its history along, and its location is no longer one of its customer.
    bulk: ['locationId', 'configurationId', 'tagMapId', 'staleAfterSeconds', 'minorStopSeconds'],
  },
})
