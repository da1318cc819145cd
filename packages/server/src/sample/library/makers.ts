/** Companies whose machines are sold beside our own. */
export const sampleMakers = [
  { code: 'ETIKA', name: 'Etika Labelling Srl', currency: 'EUR', leadDays: 56, incoterm: 'FCA', rating: 4 },
  { code: 'NORDWAAGE', name: 'Nordwaage Wägetechnik GmbH', currency: 'EUR', leadDays: 70, incoterm: 'DAP', rating: 5 },
  { code: 'HANDLIX', name: 'Handlix Palletising B.V.', currency: 'EUR', leadDays: 140, incoterm: 'DAP', rating: 3 },
] as const
