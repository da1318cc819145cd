export { eventually } from '@packhouse/server/testing/eventually'
