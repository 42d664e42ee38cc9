import type { ScheduledExportAnswer } from '../../shared/answers.ts'

export const DATASETS: Record<ScheduledExportAnswer['dataset'], string> = {
  GUESTS: 'Guests',
  ORDERS: 'Orders',
  CHECKINS: 'Check-ins',
  EVENTS: 'Events',
}

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const dayWords = ({ frequency, weekday, dayOfMonth }: ScheduledExportAnswer) => {
  if (frequency === 'DAILY') return 'Every day'
  if (frequency === 'WEEKLY') return `Every ${WEEKDAYS[(weekday ?? 1) - 1] ?? 'week'}`
  return `On day ${dayOfMonth ?? 1} of every month`
}

/** Returns text such as "Every Monday at 08:00, Europe/Lisbon". */
export const scheduleWords = (schedule: ScheduledExportAnswer) =>
  `${dayWords(schedule)} at ${schedule.timeOfDay}, ${schedule.timezone}`

const UNITS = ['bytes', 'KB', 'MB', 'GB']

export const sizeWords = (bytes: number) => {
  let [amount, unit] = [bytes, 0]
  while (amount >= 1000 && unit < UNITS.length - 1) [amount, unit] = [amount / 1000, unit + 1]
  return `${unit === 0 ? amount : amount.toFixed(1)} ${UNITS[unit]}`
}
