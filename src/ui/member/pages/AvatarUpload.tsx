import { AdminProvider } from '../../admin/base/AdminProvider.tsx';
import { UploadField } from '../../kit/files/UploadField.tsx';

/** Takes one picture with the member's own token. */
export function AvatarUpload({ onStored }: { readonly onStored: (url: string) => void }) {
  return (
    <AdminProvider>
      <UploadField id="avatar-upload" area="member" accepts="picture" room={() => 1} after="gone" hasPicker={false} onStored={onStored} />
    </AdminProvider>
  );
}
