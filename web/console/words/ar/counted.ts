import { pluralsOf } from '../../../../src/words/plurals.ts'

/** In Arabic, Latin digits match those on tickets and in codes. */
export const number = (count: number) => count.toLocaleString('ar-u-nu-latn')

/** Returns "ضيف واحد", "ضيفان" or "5 ضيوف", for one form per plural category. */
export const counted = pluralsOf<'zero' | 'one' | 'two' | 'few' | 'many' | 'other'>('ar', number)

export const guestsCounted = (count: number) =>
  counted(count, { zero: 'لا ضيوف', one: 'ضيف واحد', two: 'ضيفان', few: '# ضيوف', many: '# ضيفًا', other: '# ضيف' })

/** Completes "إرسال بريد …". */
export const toGuests = (count: number) =>
  counted(count, {
    zero: 'إلى 0 ضيف',
    one: 'إلى ضيف واحد',
    two: 'إلى ضيفين',
    few: 'إلى # ضيوف',
    many: 'إلى # ضيفًا',
    other: 'إلى # ضيف',
  })

export const datesCounted = (count: number) =>
  counted(count, {
    zero: 'لا مواعيد',
    one: 'موعد واحد',
    two: 'موعدان',
    few: '# مواعيد',
    many: '# موعدًا',
    other: '# موعد',
  })

export const eventsCounted = (count: number) =>
  counted(count, {
    zero: 'لا فعاليات',
    one: 'فعالية واحدة',
    two: 'فعاليتان',
    few: '# فعاليات',
    many: '# فعالية',
    other: '# فعالية',
  })

export const ordersCounted = (count: number) =>
  counted(count, { zero: 'لا طلبات', one: 'طلب واحد', two: 'طلبان', few: '# طلبات', many: '# طلبًا', other: '# طلب' })

export const seatsCounted = (count: number) =>
  counted(count, { zero: 'لا أماكن', one: 'مكان واحد', two: 'مكانان', few: '# أماكن', many: '# مكانًا', other: '# مكان' })

export const attemptsCounted = (count: number) =>
  counted(count, {
    zero: 'لا محاولات',
    one: 'محاولة واحدة',
    two: 'محاولتان',
    few: '# محاولات',
    many: '# محاولة',
    other: '# محاولة',
  })

/** Completes "آخر …" and "السابقة …". */
export const daysCounted = (count: number) =>
  counted(count, { zero: '0 يوم', one: 'يوم واحد', two: 'يومين', few: '# أيام', many: '# يومًا', other: '# يوم' })
