import type { RefundsWords } from '../en/refunds.ts'
import { counted, number, ordersCounted } from './counted.ts'

export const refunds: RefundsWords = {
  title: 'ردّ مبالغ كل الطلبات',
  sum: (orders, money) => `${ordersCounted(orders)}، ${money}`,
  means: 'يستردّ كل مشترٍ ما بقي من مبلغ طلبه ويصله بريد. ولا يتغير ما رُدّ من قبل.',
  meansByHand: 'لا نحوّل مبالغ الطلبات المدفوعة مباشرة. ردّها بنفسك.',
  nothing: 'لم يبقَ ما يُردّ.',
  action: (orders) =>
    counted(orders, {
      zero: 'ردّ المبالغ',
      one: 'ردّ مبلغ طلب واحد',
      two: 'ردّ مبلغي طلبين',
      few: 'ردّ مبالغ # طلبات',
      many: 'ردّ مبالغ # طلبًا',
      other: 'ردّ مبالغ # طلب',
    }),
  later: 'لاحقًا',
  tryAgain: (orders) =>
    counted(orders, {
      zero: 'إعادة المحاولة',
      one: 'إعادة محاولة طلب واحد',
      two: 'إعادة محاولة طلبين',
      few: 'إعادة محاولة # طلبات',
      many: 'إعادة محاولة # طلبًا',
      other: 'إعادة محاولة # طلب',
    }),
  progress: (done, all) => `أُنجز ${number(done)} من ${number(all)}. أبقِ هذه النافذة مفتوحة.`,
  finished: 'انتهى.',
  results: 'المبالغ المستردة',
  refunded: (orders, money) => `رُدّ مبلغ ${ofOrders(orders)}: ${money}`,
  pending: (orders, money) => `قيد التنفيذ لدى مزوّد الدفع (${ordersCounted(orders)}): ${money}`,
  byHand: (orders, money) => `عليك ردّه بنفسك (${ordersCounted(orders)}): ${money}`,
  failed: (orders) => `تعذّر ردّ مبلغ ${ofOrders(orders)}`,
}

/** Completes "رُدّ مبلغ …". */
function ofOrders(count: number) {
  return counted(count, {
    zero: '0 طلب',
    one: 'طلب واحد',
    two: 'طلبين',
    few: '# طلبات',
    many: '# طلبًا',
    other: '# طلب',
  })
}
