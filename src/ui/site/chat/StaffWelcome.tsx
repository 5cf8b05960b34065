import { AppLink } from '../../base/AppLink.tsx';
import { t } from '../../base/i18n.ts';
import buttons from '../../kit/plain-button.module.css';

/** Whoever works here has an account, and a chat that knows more: it is one press away. */
export const StaffWelcome = () => (
  <>
    <p>{t('chatStaff.public.hint')}</p>
    <AppLink to="/admin/chat/chat" className={buttons.secondary}>
      {t('chatStaff.public.link')}
    </AppLink>
  </>
);
