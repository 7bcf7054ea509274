# The clean machine of tests/deploy/test_operations.py: separate namespaces (mount, network, process) without files of
# Paili. $1: a folder of the test with `bin` (stand-ins for system programs), `release` and `script`.
set -e
own=$1
mkdir "$own/layers"
mount -t tmpfs tmpfs "$own/layers"
for folder in /etc /var; do
    mkdir -p "$own/layers$folder/up" "$own/layers$folder/work"
    mount -t overlay overlay -o "lowerdir=$folder,upperdir=$own/layers$folder/up,workdir=$own/layers$folder/work" "$folder"
done
for folder in /opt /run /dev/shm; do mount -t tmpfs -o mode=755 tmpfs "$folder"; done
chmod 1777 /dev/shm
if [ -d /root/.pyenv ]; then # Python may be installed there, and the user of the service must be able to read it
    mkdir "$own/layers/pyenv"
    mount --bind /root/.pyenv "$own/layers/pyenv"
    mount -t tmpfs -o mode=755 tmpfs /root
    mkdir /root/.pyenv
    mount --bind "$own/layers/pyenv" /root/.pyenv
fi
ip link set lo up
rm -rf /etc/nginx/conf.d/* /var/cache/paili /etc/paili
mkdir -p /var/www/html /var/log/nginx /var/log/redis /run/redis /etc/redis /etc/prometheus
touch /etc/redis/redis.conf
echo "127.0.0.1 paili.example.com" >>/etc/hosts
export PATH="$own/bin:$PATH" CURL_CA_BUNDLE=/etc/letsencrypt/live/paili.example.com/fullchain.pem
export PIP_CONFIG_FILE=/dev/null PIP_NO_INDEX=1 PIP_FIND_LINKS="$own/wheels" PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
cd "$own/release"
exec bash -eu -o pipefail "$own/script"
