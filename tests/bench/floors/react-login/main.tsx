import { useState, type FormEvent } from 'react';
import { createRoot } from 'react-dom/client';

/** The least a login form of React weighs. */
function LoginFloor() {
  const [message, setMessage] = useState('');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isComplete = [...new FormData(event.currentTarget).values()].every((value) => value !== '');
    setMessage(isComplete ? '登录中…' : '请输入账号和密码');
  };
  return (
    <form onSubmit={submit}>
      <h1>登录管理后台</h1>
      <p>
        <label>
          账号 <input name="username" />
        </label>
      </p>
      <p>
        <label>
          密码 <input name="password" type="password" />
        </label>
      </p>
      <button>登录</button>
      <p role="alert">{message}</p>
    </form>
  );
}

const root = document.querySelector('#root');
if (root) createRoot(root).render(<LoginFloor />);
