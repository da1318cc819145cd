/** Categories of the catalogue, with those below each. */
export const sampleCategories: Readonly<Record<string, readonly string[]>> = {
  'Sealing and cutting': ['Jaws', 'Heaters and sensors', 'Knives'],
  'Film and forming': ['Forming sets', 'Film handling'],
  'Infeed and conveying': ['Conveyors', 'Belts and chains', 'Grippers and suction'],
  'Weighing and dosing': ['Buckets and hoppers', 'Augers and pumps'],
  'Drives and control': ['Servo drives', 'Cabinets and networks', 'Pneumatics'],
  'Marking and inspection': ['Printers and labels', 'Inspection'],
  'Safety and hygiene': ['Guards', 'Hygiene'],
  'Service and training': ['Engineers on site', 'Training', 'Service kits'],
}
