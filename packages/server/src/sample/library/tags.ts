/** Tags of library machines with their colours. */
export const sampleTags: Readonly<Record<string, string>> = {
  Bakery: '#a27331',
  'Dry food': '#8a6d3b',
  'End of line': '#465069',
  'Fresh produce': '#2f6f4f',
  'Frozen food': '#2b6cb0',
  'Gas flush': '#5b4b8a',
  Jars: '#7a4f2a',
  New: '#b3541e',
  Paper: '#9a8a5b',
  'Recyclable film': '#2f855a',
  Robotics: '#3b4c69',
  Seafood: '#1f6f8b',
  'Shelf-ready': '#76501c',
  Snacks: '#c05621',
  'Wash-down': '#22559e',
}
