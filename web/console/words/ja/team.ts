import type { TeamWords } from '../en/team.ts'
import { number } from './counted.ts'

export const team: TeamWords = {
  title: 'チーム',
  lead: 'オーナーは売上とAPIキーを見られます。マネージャーはイベントを運営し、スタッフは受付を担当します。',
  add: {
    summary: 'ユーザーIDで追加',
    form: 'メンバーを追加',
    userId: 'ユーザーID',
    userIdHint: '相手のアカウントメニューの、名前の下に表示されています。',
    add: 'メンバーを追加',
  },
  isNow: {
    OWNER: (who) => `${who}さんがオーナーになりました。`,
    MANAGER: (who) => `${who}さんがマネージャーになりました。`,
    STAFF: (who) => `${who}さんがスタッフになりました。`,
  },
  members: {
    title: 'メンバー',
    count: (people) => `${number(people)}名`,
    you: '自分',
    showName: '自分の名前を表示',
    hideName: '自分の名前を隠す',
    roleOf: (who) => `${who}さんの役割`,
    leave: '脱退',
    removeMember: (who) => `${who}さんを削除`,
  },
  leaveDialog: {
    title: (calendar) => `${calendar}から脱退しますか？`,
    text: 'オーナーがもう一度追加するまで、このカレンダーにアクセスできなくなります。',
  },
  removeDialog: {
    title: (who) => `${who}さんを外しますか？`,
    text: '次の操作から、このカレンダーにアクセスできなくなります。',
  },
  invite: {
    form: 'メールで招待',
    placeholder: 'name@example.org',
    hint: 'リンクは1回だけ、7日間有効です。別のアドレスでサインインした場合は、オーナーの承認が必要です。',
    send: '招待を送信',
    sent: (email) => `${email}に招待を送信しました。`,
  },
  invited: {
    title: '招待中',
    as: { OWNER: 'オーナーとして', MANAGER: 'マネージャーとして', STAFF: 'スタッフとして' },
    openedBy: (who) => [who, 'さんが別のアドレスで開きました。ご本人ですか？'],
    openedBySomeone: '別のアドレスの方が開きました。ご本人ですか？',
    expired: 'リンクは期限切れです',
    expires: (fromNow) => `リンクの期限：${fromNow}`,
    addThem: 'はい、追加する',
    isMember: (email) => `${email}がメンバーになりました。`,
    resend: '再送',
    resent: '招待を再送しました。',
    withdraw: '取り消す',
    withdrawFor: (email) => `${email}の招待を取り消す`,
    withdrawn: '招待を取り消しました。',
  },
}
