import type { ScheduledExportAnswer } from '../../shared/answers.ts'
import { exportsWords } from '../words/en/exports.ts'
import { localeSpoken } from '../words/loaded.ts'

/** Returns text such as "Every Monday at 08:00, Europe/Lisbon". */
export const scheduleWords = (schedule: ScheduledExportAnswer) => {
  const { frequency, weekday, dayOfMonth, timeOfDay, timezone } = schedule
  const words = exportsWords()
  if (frequency === 'DAILY') return words.daily(timeOfDay, timezone)
  if (frequency === 'WEEKLY') return words.weekly(weekday ?? 1, timeOfDay, timezone)
  return words.monthly(dayOfMonth ?? 1, timeOfDay, timezone)
}

const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

/** Returns text such as "512 bytes" or "1.5 MB". */
export const sizeWords = (bytes: number) => {
  const { bytes: counted, kilobytes, megabytes, gigabytes } = exportsWords().runs
  if (bytes < 1000) return counted(bytes)
  const amountIn = (size: number) => (bytes / size).toLocaleString(localeSpoken(), ONE_DECIMAL)
  if (bytes < 1e6) return kilobytes(amountIn(1e3))
  return bytes < 1e9 ? megabytes(amountIn(1e6)) : gigabytes(amountIn(1e9))
}
